//! Data for scripts inside a page.

use std::fmt;

use serde::Serialize;

use crate::redacted_debug::mute;

/// JSON that cannot close its script element: `<`, `>` and `&` are escaped.
#[derive(Clone, PartialEq, Eq)]
pub struct JsonBlock(String);

mute!(JsonBlock);

impl JsonBlock {
    /// Serialises plain data, which cannot fail.
    pub fn new(value: &impl Serialize) -> JsonBlock {
        let json = serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned());
        JsonBlock(json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026"))
    }
}

impl fmt::Display for JsonBlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

// `new` escapes everything that could be read as markup.
impl askama::filters::HtmlSafe for JsonBlock {}

#[cfg(test)]
mod tests {
    use super::JsonBlock;

    #[test]
    fn a_script_element_cannot_be_ended_from_inside() {
        let block = JsonBlock::new(&"</script><b>&").to_string();
        assert!(!block.contains('<') && !block.contains('>') && !block.contains('&'), "{block}");
    }
}
