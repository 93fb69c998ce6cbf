//! The built program and what it prints.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the built program with `input` on its standard input.
pub fn adjutant(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_adjutant"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("its standard input is a pipe");
    std::thread::scope(|scope| {
        // It may stop reading early: a broken pipe is its right.
        scope.spawn(move || {
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().expect("it ends")
    })
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("it prints UTF-8")
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("it prints UTF-8")
}
