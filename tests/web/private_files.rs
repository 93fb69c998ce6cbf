//! Files that nobody else on the machine may read: the database, what stands beside it, and backups.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::service::{Service, Start, games};
use crate::visitor::{PASSWORD, Visitor};

/// Files below a directory, each with its mode.
fn modes(dir: &Path) -> Vec<(String, u32)> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(dir).expect("a directory").flatten() {
        let path = entry.path();
        if path.is_dir() {
            all.extend(modes(&path));
        } else {
            let mode = entry.metadata().expect("metadata").permissions().mode() & 0o777;
            all.push((path.display().to_string(), mode));
        }
    }
    all
}

fn run(service: &Service, arguments: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("ADJUTANT_")) {
        command.env_remove(name);
    }
    let done = command.current_dir(service.dir.path()).args(arguments).output().expect("it runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn databases_what_stands_beside_them_and_backups_are_for_the_user_of_the_program_alone() {
    let service = std::sync::Arc::new(Start::with(&games(5)).serve());
    assert_eq!(Visitor::new(&service).sign_up("Sulayman", PASSWORD).status, 303);
    run(&service, &["backup", "all.backup"]);
    run(&service, &["restore", "--data-dir", "again", "all.backup"]);
    let found = modes(service.dir.path());
    for ending in [
        "data/adjutant.sqlite",
        ".sqlite-wal",
        ".sqlite-shm",
        ".lock",
        "pulse",
        "all.backup",
        "again/adjutant.sqlite",
    ] {
        assert!(found.iter().any(|(name, _)| name.ends_with(ending)), "{ending}: {found:?}");
    }
    let open: Vec<_> = found
        .iter()
        .filter(|(name, mode)| mode & 0o077 != 0 && !name.ends_with("records.ggn"))
        .map(|(name, mode)| format!("{name} {mode:o}"))
        .collect();
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn serving_makes_readable_files_private() {
    let first = Start::with(&games(5)).serve();
    let (dir, database) = (first.dir.clone(), first.dir.path().join("data/adjutant.sqlite"));
    first.terminate();
    drop(first);
    std::fs::set_permissions(&database, PermissionsExt::from_mode(0o644)).expect("a mode");
    let second = Start::again(&dir).serve();
    let mode = |path: &Path| std::fs::metadata(path).expect("it is there").permissions().mode();
    assert_eq!(mode(&database) & 0o777, 0o600);
    assert!(
        modes(second.dir.path())
            .iter()
            .all(|(name, mode)| { !name.contains(".sqlite") || mode & 0o077 == 0 })
    );
}
