fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![];
}
