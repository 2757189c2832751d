//! Tools that run something: code, a computer, an editor, a painter.

use super::options;

options! {
    /// Code that the model writes and the provider runs.
    CodeInterpreter() {
        /// The ids of uploaded files that the code can read.
        many files: String,
        /// The id of a container to run in, instead of a new one (OpenAI, Anthropic).
        one container: String,
        /// Memory of the container: `1g`, `4g`, `16g` or `64g` (OpenAI).
        one memory: String,
        /// Files where they are stored (Azure's first API).
        many data_sources: DataSource,
    }
}

/// A file where Azure stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DataSource {
    /// By its address, such as `azureml://...`.
    Uri(String),
    /// By its id.
    Id(String),
}

options! {
    /// A screen, a keyboard and a mouse that the program lends to the model: the program runs the
    /// calls, and answers with screenshots. The size of the screen is in pixels.
    Computer(width: u32, height: u32) {
        /// Kind of screen; a browser by default.
        one environment: Environment,
        /// The number of the X11 display (Anthropic, Bedrock).
        one display: u32,
    }
}

/// Kind of screen that the model is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Environment {
    /// A browser.
    #[default]
    Browser,
    /// A Windows desktop.
    Windows,
    /// A Mac.
    Mac,
    /// A Linux desktop.
    Linux,
    /// An Ubuntu desktop.
    Ubuntu,
    /// A telephone.
    Mobile,
}

options! {
    /// Files that the program lets the model view and edit: the program runs the calls.
    TextEditor() {
        /// Maximum number of characters of a file that the model is shown (Anthropic).
        one max_characters: u32,
    }
}

options! {
    /// Pictures that the provider makes.
    ImageGeneration() {
        /// The model that paints.
        one model: String,
        /// The size, such as `1024x1024`, or `auto`.
        one size: String,
        /// The quality: `low`, `medium`, `high` or `auto`.
        one quality: String,
        /// The format: `png`, `webp` or `jpeg`.
        one format: String,
        /// The background: `transparent`, `opaque` or `auto`.
        one background: String,
    }
}
