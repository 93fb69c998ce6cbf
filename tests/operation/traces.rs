//! Traces of requests, which a program sends that was built for it (`scripts/test traces`).

use std::process::{Command, Stdio};

/// The server with a collector at this address.
fn serve(collector: &str, dir: &std::path::Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--otlp-endpoint", collector, "--data-dir"]);
    command.arg(dir).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[cfg(not(feature = "otel"))]
#[test]
fn a_program_without_traces_says_so_where_they_are_asked_for() {
    let dir = tempfile::tempdir().expect("a directory");
    let output = serve("http://127.0.0.1:4318", dir.path()).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(told.contains("otlp_endpoint: this program was built without traces"), "{told}");
    assert!(told.contains("--features otel"), "{told}");
}

#[cfg(feature = "otel")]
#[test]
fn a_collector_gets_the_requests_that_were_answered_and_none_of_their_addresses() {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::{TcpListener, TcpStream};

    let collector = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", collector.local_addr().expect("an address"));
    let dir = tempfile::tempdir().expect("a directory");
    let mut server = serve(&address, dir.path()).spawn().expect("it runs");
    let mut said = String::new();
    let told = server.stdout.take().expect("its words");
    BufReader::new(told).read_line(&mut said).expect("a line");
    let at = said.split("http://").nth(1).and_then(|rest| rest.split('/').next());
    let mut client = TcpStream::connect(at.expect("an address")).expect("it listens");
    let ask =
        "GET /players/Sikreto?after=tago HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    client.write_all(ask.as_bytes()).expect("a request");
    let mut answer = String::new();
    client.read_to_string(&mut answer).expect("an answer");
    let stop = Command::new("kill").args(["-TERM", &server.id().to_string()]).status();
    assert!(stop.expect("kill runs").success());

    let (mut stream, _) = collector.accept().expect("traces");
    let mut reader = BufReader::new(stream.try_clone().expect("a reader"));
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(reader.read_line(&mut head).expect("a head") > 0, "{head}");
    }
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("content-length").then(|| value.parse().ok())?
    });
    let mut body = vec![0; length.expect("a length")];
    reader.read_exact(&mut body).expect("a body");
    stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").expect("an answer");
    drop((reader, stream));
    assert!(server.wait().expect("it ends").success());
    assert!(head.starts_with("POST /v1/traces "), "{head}");
    let told = String::from_utf8_lossy(&body);
    assert!(told.contains("adjutant") && told.contains("/players/{handle}"), "{told}");
    assert!(!told.contains("Sikreto") && !told.contains("tago"), "{told}");
}
