//! The templates that pages share, without the white space that is there to be read.

#[path = "../../build/templates.rs"]
mod templates;

use std::io;
use std::path::Path;

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    // A new template, too.
    for folder in ["components", "frame", "kit"] {
        println!("cargo:rerun-if-changed=../../templates/{folder}");
    }
    templates::collapse(Path::new("../.."), templates::Package::Site)
}
