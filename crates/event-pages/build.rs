//! The templates of events' pages, without the white space that is there to be read.

#[path = "../../build/templates.rs"]
mod templates;

use std::io;
use std::path::Path;

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    // A new template, too.
    println!("cargo:rerun-if-changed=../../templates/contests");
    templates::collapse(Path::new("../.."), templates::Package::EventPages)
}
