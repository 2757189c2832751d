#[a2t::tools(crate = ::renamed)]
impl Station {
    /// Measures the height.
    ///
    /// # Returns
    /// Metres.
    #[tool(version = 1)]
    async fn measure_height(
        &self,
        /// Added to it.
        plus: i32,
        #[a2t(context)] headers: HeaderMap,
    ) -> i32 {
        self.height + plus
    }

    /// Names the maker.
    ///
    /// # Returns
    /// A name.
    #[tool(version = 1, title = "Maker", read_only, idempotent, destructive = false, long_running)]
    fn name_maker(&self) -> String {
        self.maker.clone()
    }

    fn untouched(&self) {}
}
