//! A second server gets the keys of the first.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

pub fn copy_keys(from: &Path, to: &Path) -> Output {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/deploy/copy-keys.sh");
    Command::new("sh").arg(script).args([from, to]).output().expect("the script runs")
}

#[test]
fn a_second_server_gets_the_keys_of_the_first_and_never_others_in_place_of_its_own() {
    let dirs = [tempfile::tempdir().expect("a directory"), tempfile::tempdir().expect("another")];
    let [one, two] = dirs.each_ref().map(|dir| dir.path());
    fs::write(one.join("seal.key"), "the seal").expect("a key");
    let early = copy_keys(one, two);
    assert_eq!(early.status.code(), Some(1));
    let told = String::from_utf8(early.stderr).expect("UTF-8");
    assert!(told.contains("delivery.key is not there; start the first server"), "{told}");
    assert!(!two.join("seal.key").exists(), "both or none");
    fs::write(one.join("delivery.key"), "the delivery").expect("a key");
    assert!(copy_keys(one, two).status.success());
    assert!(copy_keys(one, two).status.success(), "once more changes nothing");
    for (key, holds) in [("seal.key", "the seal"), ("delivery.key", "the delivery")] {
        assert_eq!(fs::read_to_string(two.join(key)).expect("it is copied"), holds);
        let mode = fs::metadata(two.join(key)).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{key}");
    }
    fs::write(two.join("seal.key"), "another").expect("a key");
    let refused = copy_keys(one, two);
    assert_eq!(refused.status.code(), Some(1));
    let told = String::from_utf8(refused.stderr).expect("UTF-8");
    assert!(told.contains("seal.key is another key"), "{told}");
    assert_eq!(fs::read_to_string(two.join("seal.key")).expect("it stays"), "another");
}
