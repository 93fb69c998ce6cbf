//! What a use case says, in English, with what it takes to say it in another language.

use std::borrow::Cow;
use std::fmt;

use crate::account::handle::HandleError;
use crate::organisation;
use crate::organisation::logo::LogoError;
use crate::organisation::roster::RosterErrorKind;

/// A sentence: its English text, and the key and values under which the catalogues have it. A
/// text without a key is English in every language.
#[derive(Clone, PartialEq, Eq)]
pub struct Said {
    english: String,
    key: Cow<'static, str>,
    values: Vec<(&'static str, Said)>,
}

impl Said {
    /// A text that the catalogues have under this key, with these values.
    pub(super) fn keyed(
        key: impl Into<Cow<'static, str>>,
        english: impl Into<String>,
        values: Vec<(&'static str, String)>,
    ) -> Said {
        let values = values.into_iter().map(|(name, value)| (name, value.into())).collect();
        Said { english: english.into(), key: key.into(), values }
    }

    /// The same with a value that has a key of its own.
    #[must_use]
    pub(super) fn naming(mut self, name: &str, value: Said) -> Said {
        for (own, old) in &mut self.values {
            if *own == name {
                old.clone_from(&value);
            }
        }
        self
    }

    /// The text in English.
    #[must_use]
    pub fn english(&self) -> &str {
        &self.english
    }

    /// The key of the catalogues' message; `None` where the text is English alone.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        Some(&*self.key).filter(|key| !key.is_empty())
    }

    /// What the message names.
    #[must_use]
    pub fn values(&self) -> &[(&'static str, Said)] {
        &self.values
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

impl fmt::Debug for Said {
    /// Its key alone: what a refusal names may be a rank of the asker's own set-up.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Said({}..)", self.key)
    }
}

impl From<String> for Said {
    fn from(english: String) -> Said {
        Said { english, key: Cow::Borrowed(""), values: Vec::new() }
    }
}

impl From<&str> for Said {
    fn from(english: &str) -> Said {
        english.to_owned().into()
    }
}

impl From<organisation::FieldError> for Said {
    fn from(fault: organisation::FieldError) -> Said {
        Said::keyed(format!("org-fault-{}", fault.key()), fault.to_string(), fault.args())
    }
}

impl From<LogoError> for Said {
    fn from(fault: LogoError) -> Said {
        Said::keyed(format!("org-fault-logo-{}", fault.key()), fault.to_string(), fault.args())
    }
}

impl From<&HandleError> for Said {
    fn from(fault: &HandleError) -> Said {
        let values = vec![("value", fault.offending_character())];
        Said::keyed(format!("fault-{}", fault.key()), fault.to_string(), values)
    }
}

impl From<&RosterErrorKind> for Said {
    fn from(kind: &RosterErrorKind) -> Said {
        let said = |kind: &RosterErrorKind| {
            Said::keyed(format!("org-fault-roster-{}", kind.key()), kind.to_string(), kind.args())
        };
        match kind {
            RosterErrorKind::InvalidText(fault) => fault.clone().into(),
            RosterErrorKind::InvalidHandle { fault, .. } => {
                said(kind).naming("fault", fault.into())
            }
            kind => said(kind),
        }
    }
}
