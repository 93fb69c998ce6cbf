//! The refusals of the English catalogue as constants.

#[path = "build/messages.rs"]
mod messages;

use std::path::Path;
use std::{env, fs, io};

const REFUSALS: &str = "../../locales/en/refusals.ftl";

fn main() -> io::Result<()> {
    for source in ["build.rs", "build", REFUSALS] {
        println!("cargo:rerun-if-changed={source}");
    }
    let source = messages::templates(&fs::read_to_string(REFUSALS)?)
        .map_err(|why| io::Error::other(format!("{REFUSALS}: {why}")))?;
    let folder = env::var_os("OUT_DIR").expect("cargo names the output's folder");
    fs::write(Path::new(&folder).join("refusals.rs"), source)
}
