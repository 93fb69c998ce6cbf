//! The JSON of passkeys: what browsers are asked and answer, and what the store keeps of the library's
//! values.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Error, Result};

/// A value of the library as the store keeps it.
pub fn to_bytes(value: &impl Serialize) -> Result<Vec<u8>> {
    serde_json::to_vec(value).map_err(|e| Error::Internal(format!("a passkey: {e}")))
}

/// Reads what [`to_bytes`] wrote.
pub fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    serde_json::from_slice(bytes).map_err(|e| Error::Internal(format!("a stored passkey: {e}")))
}

/// What a browser answered; `None` if it is nothing of the kind.
pub fn answer<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

/// The options of a sign-in, for the browser's function.
pub fn request_options(options: &impl Serialize) -> Result<String> {
    serde_json::to_string(options).map_err(|e| Error::Internal(format!("a passkey: {e}")))
}

/// The options of a new passkey that is found without a name: the library leaves that to the device.
pub fn creation_options(options: &impl Serialize) -> Result<String> {
    let mut options: serde_json::Value = from_bytes(&to_bytes(options)?)?;
    let wanted = &mut options["publicKey"]["authenticatorSelection"];
    wanted["residentKey"] = "required".into();
    wanted["requireResidentKey"] = true.into();
    Ok(options.to_string())
}
