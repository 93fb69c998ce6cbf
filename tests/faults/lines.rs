//! A line between two programs that can be cut, or go silent in one direction or both.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

/// What a line does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Open = 0,
    /// Connections end, and none can be made.
    Cut = 1,
    /// What the one who called sends does not arrive for now.
    SilentThere = 2,
    /// Nothing sent back arrives for now.
    SilentBack = 3,
}

/// A line to a port of this machine, with an end of its own.
pub struct Line {
    port: u16,
    state: Arc<AtomicU8>,
}

const GLANCE: Duration = Duration::from_millis(10);

impl Line {
    pub fn to(port: u16) -> Line {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let own = listener.local_addr().expect("its address").port();
        let state = Arc::new(AtomicU8::new(State::Open as u8));
        let line = Line { port: own, state: Arc::clone(&state) };
        std::thread::spawn(move || {
            for caller in listener.incoming().map_while(Result::ok) {
                if state.load(Ordering::Relaxed) == State::Cut as u8 {
                    continue;
                }
                let Ok(called) = TcpStream::connect(("127.0.0.1", port)) else { continue };
                let (Ok(back), Ok(there)) = (called.try_clone(), caller.try_clone()) else {
                    continue;
                };
                carry(caller, called, State::SilentThere, &state);
                carry(back, there, State::SilentBack, &state);
            }
        });
        line
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// Sets what it does, and waits until that is so.
    pub fn set(&self, state: State) {
        self.state.store(state as u8, Ordering::Relaxed);
        std::thread::sleep(GLANCE * 4);
    }
}

/// Carries what comes from one to the other, unless the line is silent in this direction, until it is cut.
fn carry(mut from: TcpStream, mut to: TcpStream, silent: State, state: &Arc<AtomicU8>) {
    let state = Arc::clone(state);
    from.set_read_timeout(Some(GLANCE)).expect("a limit");
    std::thread::spawn(move || {
        let mut bytes = [0; 16_384];
        while state.load(Ordering::Relaxed) != State::Cut as u8 {
            if state.load(Ordering::Relaxed) == silent as u8 {
                std::thread::sleep(GLANCE);
                continue;
            }
            match from.read(&mut bytes) {
                Ok(0) => break,
                Ok(length) => {
                    // What came while it went silent is kept until it is not any more.
                    while state.load(Ordering::Relaxed) == silent as u8 {
                        std::thread::sleep(GLANCE);
                    }
                    if to.write_all(&bytes[..length]).is_err() {
                        break;
                    }
                }
                Err(e) if e.kind() == std::io::ErrorKind::WouldBlock => {}
                Err(_) => break,
            }
        }
        let _ended = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
    });
}
