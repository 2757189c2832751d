//! The programs that need no crate of their own, compiled as modules of one and run one by one.

// A program that does not hold panics.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

macro_rules! programs {
    ($($topic:ident { $($path:literal $program:ident,)+ })+) => {$(
        mod $topic {$(
            #[path = $path]
            mod $program;

            #[test]
            fn $program() {
                $program::main();
            }
        )+}
    )+};
}

programs! {
    attribute {
        "pass/deprecated.rs" deprecated,
        "pass/every_bracket.rs" every_bracket,
        "pass/every_key.rs" every_key,
        "pass/hints.rs" hints,
        "pass/id_derived.rs" id_derived,
        "pass/limits.rs" limits,
    }
    context {
        "pass/own_extractor.rs" own_extractor,
        "pass/parts_of_a_bigger_state.rs" parts_of_a_bigger_state,
        "pass/several_in_any_position.rs" several_in_any_position,
    }
    docs {
        "pass/doc_attributes.rs" doc_attributes,
        "pass/limits.rs" limits,
        "pass/markdown.rs" markdown,
        "pass/other_languages_and_quotes.rs" other_languages_and_quotes,
    }
    enums {
        "pass/a_thousand_values.rs" a_thousand_values,
        "pass/in_and_out_of_several_tools.rs" in_and_out_of_several_tools,
        "pass/wire_names.rs" wire_names,
    }
    errors {
        "pass/names_of_the_prelude.rs" names_of_the_prelude,
    }
    evolution {
        "pass/id_no_longer_given.rs" id_no_longer_given,
        "pass/new_version_easier_to_call.rs" new_version_easier_to_call,
        "pass/new_version_reworded.rs" new_version_reworded,
        "pass/new_version_with_a_gap.rs" new_version_with_a_gap,
        "pass/new_version_with_additions.rs" new_version_with_additions,
        "pass/new_version_with_errors_added.rs" new_version_with_errors_added,
        "pass/old_version_of_a_renamed_tool_with_its_own_function.rs" old_version_of_a_renamed_tool_with_its_own_function,
        "pass/old_version_served_by_the_newest_function.rs" old_version_served_by_the_newest_function,
        "pass/old_version_with_its_own_function.rs" old_version_with_its_own_function,
        "pass/old_version_with_its_own_outputs.rs" old_version_with_its_own_outputs,
        "pass/parameter_renamed_under_its_name.rs" parameter_renamed_under_its_name,
        "pass/published_version_easier_to_call.rs" published_version_easier_to_call,
        "pass/published_version_in_another_order.rs" published_version_in_another_order,
        "pass/published_version_unchanged.rs" published_version_unchanged,
        "pass/published_version_with_errors_in_another_order.rs" published_version_with_errors_in_another_order,
        "pass/published_version_with_hints.rs" published_version_with_hints,
        "pass/tool_renamed_under_its_id.rs" tool_renamed_under_its_id,
        "pass/types_behind_aliases.rs" types_behind_aliases,
        "pass/what_no_signature_records.rs" what_no_signature_records,
    }
    hygiene {
        "pass/called_directly.rs" called_directly,
        "pass/declared_inside_a_function.rs" declared_inside_a_function,
        "pass/edition_2021.rs" edition_2021,
        "pass/macros_renamed.rs" macros_renamed,
        "pass/made_by_macro_rules.rs" made_by_macro_rules,
        "pass/modules_named_like_crates.rs" modules_named_like_crates,
        "pass/names_of_the_expansions.rs" names_of_the_expansions,
        "pass/other_attributes.rs" other_attributes,
        "pass/renamed_crate.rs" renamed_crate,
        "pass/tool_named_like_a_crate.rs" tool_named_like_a_crate,
        "pass/tool_named_like_its_module.rs" tool_named_like_its_module,
        "pass/tool_named_like_its_surroundings.rs" tool_named_like_its_surroundings,
    }
    methods {
        "pass/beside_functions.rs" beside_functions,
        "pass/conditional.rs" conditional,
        "pass/two_blocks.rs" two_blocks,
        "pass/every_kind.rs" every_kind,
    }
    newtypes {
        "pass/each_inner.rs" each_inner,
        "pass/in_records.rs" in_records,
        "pass/outputs.rs" outputs,
        "pass/published_versions_unchanged.rs" published_versions_unchanged,
    }
    outputs {
        "pass/field_of_list.rs" field_of_list,
        "pass/list.rs" list,
        "pass/optional_result.rs" optional_result,
        "pass/own_error.rs" own_error,
        "pass/own_error_by_question_mark.rs" own_error_by_question_mark,
        "pass/plain_of_each_type.rs" plain_of_each_type,
        "pass/result_alias.rs" result_alias,
        "pass/several.rs" several,
    }
    parameters {
        "pass/aliases.rs" aliases,
        "pass/beyond_json_integers.rs" beyond_json_integers,
        "pass/const_function.rs" const_function,
        "pass/constraints.rs" constraints,
        "pass/defaults.rs" defaults,
        "pass/every_integer.rs" every_integer,
        "pass/mutable_binding.rs" mutable_binding,
        "pass/names_and_ids.rs" names_and_ids,
        "pass/names_the_expansion_might_use.rs" names_the_expansion_might_use,
        "pass/non_zero.rs" non_zero,
        "pass/none.rs" none,
        "pass/raw_identifiers.rs" raw_identifiers,
        "pass/sixty_four.rs" sixty_four,
    }
    records {
        "pass/each_type.rs" each_type,
        "pass/new_version_grows.rs" new_version_grows,
        "pass/published_version_unchanged.rs" published_version_unchanged,
    }
    texts {
        "pass/read_by_from_str.rs" read_by_from_str,
    }
    toolset {
        "pass/conditional_tools.rs" conditional_tools,
        "pass/merged.rs" merged,
        "pass/router_nested.rs" router_nested,
        "pass/three_hundred_tools.rs" three_hundred_tools,
        "pass/tool_of_another_crate.rs" tool_of_another_crate,
        "pass/two_versions_of_a_tool.rs" two_versions_of_a_tool,
    }
}

/// Targets of the package of programs that depend on the crate root, or are the first that a user writes.
const CRATES: &str = include_str!("crates/Cargo.toml");

#[test]
fn every_program_is_run() {
    let listed = include_str!("programs.rs");
    for topic in std::fs::read_dir(env!("CARGO_MANIFEST_DIR")).unwrap() {
        let topic = topic.unwrap();
        let name = topic.file_name().into_string().unwrap();
        let Ok(programs) = std::fs::read_dir(topic.path().join("pass")) else {
            continue;
        };
        for program in programs {
            let program = program.unwrap().file_name().into_string().unwrap();
            let alone = CRATES.contains(&format!("\"../{name}/pass/{program}\""));
            let is_listed = alone || listed.contains(&format!("pass/{program}"));
            assert!(is_listed, "{name}/pass/{program}");
        }
    }
}

#[test]
fn no_message_names_what_is_private() {
    for topic in std::fs::read_dir(env!("CARGO_MANIFEST_DIR")).unwrap() {
        let fail = topic.unwrap().path().join("fail");
        for file in std::fs::read_dir(fail).into_iter().flatten() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "stderr") {
                let text = std::fs::read_to_string(&path).unwrap();
                assert!(!text.contains("__private"), "{}", path.display());
            }
        }
    }
}
