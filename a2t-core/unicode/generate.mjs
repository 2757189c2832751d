// Writes the tables of src/signature/unicode/ and the list that tests/it/hostile_characters.rs reads.
//
// node unicode/generate.mjs UNICODE VARIATIONS CONFUSABLES, run in a2t-core/, where
//   UNICODE      is the folder of the npm package @unicode/unicode-18.0.0 (Unicode 18.0),
//   VARIATIONS   is Unicode's emoji-variation-sequences.txt (15.0, of Debian's package unicode-data;
//                later selectors of emoji style come from UNICODE's Basic_Emoji),
//   CONFUSABLES  is src/tables.rs of the crate unicode-security 0.1.3 (confusables.txt of Unicode 18.0).
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const [unicode, variations, confusables] = process.argv.slice(2);
const load = async (path) => (await import(resolve(unicode, path))).default;
const points = (path) => load(`${path}/code-points.mjs`);
const hex = (code) => code.toString(16).toUpperCase().padStart(4, '0');

/// Ranges of consecutive numbers.
function ranges(codes) {
    const found = [];
    for (const code of [...new Set(codes)].sort((a, b) => a - b)) {
        const last = found.at(-1);
        if (last && last[1] + 1 === code) last[1] = code;
        else found.push([code, code]);
    }
    return found;
}

function span(first, last) {
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

// What shows nothing, reorders, controls, or means nothing yet.
const blank = [
    0x2800, 0x1d159, 0x16fe4, 0x2d7f, 0x1107f,
    ...span(0x13430, 0x1343f), ...span(0xfff9, 0xfffc),
];
const listed = [
    ...(await points('General_Category/Control')).filter((code) => code !== 0x0a),
    ...(await points('General_Category/Line_Separator')),
    ...(await points('General_Category/Paragraph_Separator')),
    ...(await points('General_Category/Private_Use')),
    ...(await points('Binary_Property/Bidi_Control')),
    ...(await points('Binary_Property/Default_Ignorable_Code_Point')),
    ...(await points('Binary_Property/Noncharacter_Code_Point')),
    ...blank,
];
const unassigned = await points('General_Category/Unassigned');
const refused = new Set([...listed, ...unassigned]);

// Characters that take a selector.
const bases = readFileSync(variations, 'utf8')
    .split('\n')
    .filter((line) => /^[0-9A-F]/.test(line))
    .map((line) => parseInt(line, 16));
const basic = [...(await load('Sequence_Property/Basic_Emoji/index.mjs'))].map((text) => [...text]);
const styled = basic.filter((text) => text.length === 2 && text[1] === '\ufe0f');
bases.push(...styled.map(([base]) => base.codePointAt(0)));

const rust = (name, doc, table) => {
    const rows = table.map(([first, last]) => `(0x${hex(first)}, 0x${hex(last)})`);
    const lines = [];
    for (const row of rows) {
        const line = lines.at(-1);
        if (line && line.length + row.length + 2 <= 95) lines[lines.length - 1] += ` ${row},`;
        else lines.push(`    ${row},`);
    }
    return `/// ${doc}\n#[rustfmt::skip]\npub(super) const ${name}: &[(u32, u32)] = &[\n${lines.join('\n')}\n];\n`;
};
writeFileSync(
    'src/signature/unicode/table.rs',
    '//! Ranges of code points, first and last; written by `unicode/generate.mjs` from Unicode 18.0.\n\n' +
        rust('REFUSED', 'Characters that show nothing, reorder or control, and code points without a character.', ranges(refused)) +
        '\n' +
        rust('STYLED', 'Characters that U+FE0E or U+FE0F may follow.', ranges(bases)) +
        '\n' +
        rust('MARKS', 'Marks without a width of their own.', ranges(await points('General_Category/Nonspacing_Mark'))),
);

// Emoji with a joiner, each on a line, in the order of their bytes.
const order = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const joined = [...(await load('Sequence_Property/RGI_Emoji_ZWJ_Sequence/index.mjs'))];
writeFileSync('src/signature/unicode/joined.txt', joined.sort(order).join('\n') + '\n');

// Each character whose look is that of others: itself, then those others.
const pairs = new Map();
const text = readFileSync(confusables, 'utf8');
const table = text.slice(text.indexOf('const CONFUSABLES: &\'static [(char'));
const letters = (quoted) => [...quoted.matchAll(/\\u\{([0-9a-f]+)\}/g)].map((found) => String.fromCodePoint(parseInt(found[1], 16)));
for (const [, from, to] of table.slice(0, table.indexOf('];')).matchAll(/\('(\\u\{[0-9a-f]+\})',\s*&\[([^\]]*)\]\)/g)) {
    pairs.set(letters(from)[0], letters(to).join(''));
}
const skeleton = (text) => [...text.normalize('NFD')].map((one) => pairs.get(one) ?? one).join('').normalize('NFD');
const alike = [];
for (let code = 0x20; code < 0x110000; code += 1) {
    const hangul = code >= 0xac00 && code <= 0xd7a3;
    if (hangul || refused.has(code) || (code >= 0xd800 && code <= 0xdfff)) continue;
    const one = String.fromCodePoint(code);
    const seen = [...skeleton(one)].filter((other) => !refused.has(other.codePointAt(0))).join('');
    if (seen !== one) alike.push(one + seen);
}
writeFileSync('src/signature/unicode/alike.txt', alike.join('\n') + '\n');

const names = await load('General_Category/index.mjs');
const row = ([first, last]) => `${hex(first)}..${hex(last)} ${names.get(first) ?? 'Unassigned'}`;
const head = `# Every scalar value that no name and no description may have, by property of Unicode 18.0:
# controls (Cc) but the line feed, default ignorable code points, bidi controls, line and paragraph
# separators, interlinear annotation, private use, noncharacters, Egyptian format controls, blanks that
# are not spaces (U+2800, U+16FE4, U+1D159), joiners of letters and numbers (U+2D7F, U+1107F), the object
# replacement character (U+FFFC); then what is unassigned. U+200D, U+FE0E and U+FE0F belong inside emoji
# alone. Written by unicode/generate.mjs.
`;
const seen = new Set(listed);
writeFileSync(
    'tests/forbidden_characters.txt',
    head + [...ranges(listed), ...ranges(unassigned.filter((code) => !seen.has(code)))].map(row).join('\n') + '\n',
);
console.log({ refused: ranges(refused).length, styled: ranges(bases).length, joined: joined.length, alike: alike.length, pairs: pairs.size });
