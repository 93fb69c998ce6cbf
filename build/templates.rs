//! Writes the templates for askama, without the white space that is there to be read.

#[path = "collapse.rs"]
mod collapse;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io, process};

/// Both files `askama.toml` name it.
const COLLAPSED: &str = "target/templates";

/// The package whose build script writes a template: one is compiled again when one of its own is changed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Package {
    /// What pages stand on: also templates that several packages include.
    Site,
    EventPages,
    /// All other pages.
    Whole,
}

fn package_of(name: &Path) -> Package {
    const SHARED: [&str; 11] = [
        "base.html",
        "components",
        "coordinates.html",
        "desk/area.html",
        "desk/invitations.html",
        "error.html",
        "frame",
        "kit",
        "sharing/frame.html",
        "sharing/panel.html",
        "squares.html",
    ];
    if SHARED.iter().any(|shared| name.starts_with(shared)) {
        Package::Site
    } else if name.starts_with("contests") {
        Package::EventPages
    } else {
        Package::Whole
    }
}

/// Writes the templates of a package of the checkout at `root`, and removes stale ones. Every build
/// of a checkout writes the same, whichever target directory it has.
pub fn collapse(root: &Path, package: Package) -> io::Result<()> {
    let ours = |name: &Path| package_of(name) == package;
    println!("cargo:rerun-if-changed={}", root.join("build").display());
    let (written, collapsed) = (root.join("templates"), root.join(COLLAPSED));
    for path in files(&written)? {
        let name = path.strip_prefix(&written).expect("it is in there");
        if ours(name) {
            println!("cargo:rerun-if-changed={}", path.display());
            // Where somebody takes it away, it is written again.
            println!("cargo:rerun-if-changed={}", collapsed.join(name).display());
            write(&path, &collapsed.join(name))?;
        }
    }
    for path in files(&collapsed)? {
        let name = path.strip_prefix(&collapsed).expect("it is in there");
        if ours(name) && !written.join(name).exists() && !is_half(&path) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

/// A file of the same content is left alone, so that nothing is compiled in vain. What is written
/// has the time of its source: cargo runs this again for what is newer than its last run.
fn write(from: &Path, to: &Path) -> io::Result<()> {
    let is_xml = from.extension() == Some(OsStr::new("xml"));
    let text = collapse::collapse(&fs::read_to_string(from)?, is_xml);
    if fs::read_to_string(to).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::create_dir_all(to.parent().expect("it is in a folder"))?;
    // Another build may be reading: it sees the old file or the new one.
    let half = to.with_added_extension(format!("{}.half", process::id()));
    fs::write(&half, text)?;
    fs::File::options().write(true).open(&half)?.set_modified(fs::metadata(from)?.modified()?)?;
    fs::rename(&half, to)
}

fn is_half(path: &Path) -> bool {
    path.extension() == Some(OsStr::new("half"))
}

fn files(dir: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
