//! The file of the delivery key, beside the sealing key: 32 random bytes, from which the keys of push
//! messages, webhooks and links in mail are derived.

use std::path::Path;

use super::key_file::{create_exclusively, read_private};
use super::seal::KEY_BYTES;
use super::{Result, StoreError};

/// Reads the key, or makes it of these random bytes if there is none.
///
/// # Errors
/// Returns [`StoreError::Key`] if the file cannot be read or written, is damaged, or others may
/// read it.
pub fn read_or_create(path: &Path, random: [u8; KEY_BYTES]) -> Result<[u8; KEY_BYTES]> {
    if !path.exists()
        && let Err(e) = create_exclusively(path, &random)
        // Another process may have just created it.
        && !path.exists()
    {
        return Err(e);
    }
    let fail = |why: String| StoreError::Key(format!("the key file {}: {why}", path.display()));
    let bytes = read_private(path).map_err(fail)?;
    let length = bytes.len();
    bytes.try_into().map_err(|_| fail(format!("{length} bytes instead of {KEY_BYTES}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_for_its_owner_alone_and_read_again() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("delivery.key");
        assert_eq!(read_or_create(&path, [7; KEY_BYTES]).unwrap(), [7; KEY_BYTES]);
        assert_eq!(read_or_create(&path, [8; KEY_BYTES]).unwrap(), [7; KEY_BYTES]);
        std::fs::write(&path, b"short").unwrap();
        assert!(read_or_create(&path, [8; KEY_BYTES]).unwrap_err().to_string().contains("5 bytes"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
            let wide = read_or_create(&path, [8; KEY_BYTES]).unwrap_err().to_string();
            assert!(wide.contains("chmod 600"), "{wide}");
        }
    }
}
