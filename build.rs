//! Templates without the white space that is there to be read, which are embedded in the program.

#[path = "build/collapse.rs"]
mod collapse;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{env, fs, io, process};

/// askama.toml names the same.
const COLLAPSED: &str = "target/templates";

fn main() -> io::Result<()> {
    for folder in ["build", "templates"] {
        println!("cargo:rerun-if-changed={folder}");
    }
    println!("cargo:rerun-if-changed=build.rs");
    // Every build of this checkout writes the same, whichever target directory it has.
    let root = env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the package's folder");
    let (written, collapsed) =
        (Path::new(&root).join("templates"), Path::new(&root).join(COLLAPSED));
    let mut names = Vec::new();
    for path in files(&written)? {
        let name = path.strip_prefix(&written).expect("it is in there").to_owned();
        write(&path, &collapsed.join(&name))?;
        // Where somebody takes it away, it is written again.
        println!("cargo:rerun-if-changed={COLLAPSED}/{}", name.display());
        names.push(name);
    }
    for path in files(&collapsed)? {
        let name = path.strip_prefix(&collapsed).expect("it is in there");
        if !names.iter().any(|one| one == name) && !is_half(&path) {
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
