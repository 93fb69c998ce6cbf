//! Migrations are embedded in the program: a new one must lead to a new build.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
    println!("cargo:rerun-if-changed=migrations-postgres");
    println!("cargo:rerun-if-changed=migrations-sqlite");
}
