//! Localisable messages of use cases.

use std::borrow::Cow;
use std::fmt;

use crate::account::handle::HandleError;
use crate::organisation;
use crate::organisation::logo::LogoError;
use crate::organisation::roster::RosterErrorKind;

/// A message: its English text, and the key and values of the same message in the catalogues.
/// Without a key it exists in English only.
#[derive(Clone, PartialEq, Eq)]
pub struct Said {
    english: String,
    key: Cow<'static, str>,
    values: Vec<(&'static str, Said)>,
}

impl Said {
    /// A message with a key and values.
    pub(super) fn keyed(
        key: impl Into<Cow<'static, str>>,
        english: impl Into<String>,
        values: Vec<(&'static str, String)>,
    ) -> Said {
        let values = values.into_iter().map(|(name, value)| (name, value.into())).collect();
        Said { english: english.into(), key: key.into(), values }
    }

    /// Replaces a value by a message with a key of its own.
    #[must_use]
    pub(super) fn naming(mut self, name: &str, value: Said) -> Said {
        for (own, old) in &mut self.values {
            if *own == name {
                old.clone_from(&value);
            }
        }
        self
    }

    pub fn english(&self) -> &str {
        &self.english
    }

    /// The key in the catalogues; `None` if the message exists in English only.
    pub fn key(&self) -> Option<&str> {
        Some(&*self.key).filter(|key| !key.is_empty())
    }

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
    /// Shows the key only, since the values may contain ranks of the recipient's own set-up.
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
