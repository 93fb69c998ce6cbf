//! The embedded migrations are those of the files as they are now.

fn main() {
    for folder in ["migrations", "migrations-postgres", "migrations-sqlite"] {
        println!("cargo:rerun-if-changed=../../{folder}");
    }
}
