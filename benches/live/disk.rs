//! What the disk does by itself, and a slower one.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// One page written over and synced, again and again, for so long; `each` hears when one began and ended.
fn sync_for(dir: &Path, time: Duration, mut each: impl FnMut(Instant, Instant)) {
    let file = probe(dir);
    let start = Instant::now();
    for count in 0_u64.. {
        let began = Instant::now();
        file.write_all_at(&[count as u8; 4096], count % 16 * 4096).expect("it is written");
        file.sync_data().expect("it is synced");
        let ended = Instant::now();
        each(began, ended);
        if ended - start > time {
            break;
        }
    }
}

fn probe(dir: &Path) -> File {
    let path = dir.join("syncs");
    let file = OpenOptions::new().create(true).truncate(true).write(true).open(&path);
    let file = file.expect("a file");
    file.write_all_at(&[1; 65_536], 0).expect("it is written");
    file.sync_all().expect("it is synced");
    file
}

/// How often in a second 4 KB are written over and synced, one after the other.
pub fn syncs_a_second(dir: &Path) -> f64 {
    let mut count = 0_u32;
    let start = Instant::now();
    sync_for(dir, Duration::from_secs(2), |_, _| count += 1);
    f64::from(count) / start.elapsed().as_secs_f64()
}

/// How long each of so many evenly spread writes a second would wait for a sync that began after it,
/// in microseconds, if nothing but the disk took time: nobody can answer sooner and be durable.
pub fn waits(dir: &Path, writes_a_second: usize, seconds: usize) -> Vec<u32> {
    let apart = Duration::from_secs(1).div_f64(writes_a_second as f64);
    let mut next = Instant::now();
    let mut waits = Vec::new();
    sync_for(dir, Duration::from_secs(seconds as u64), |began, ended| {
        while next <= began {
            waits.push(u32::try_from((ended - next).as_micros()).unwrap_or(u32::MAX));
            next += apart;
        }
    });
    waits
}

/// Makes a library that, loaded before a program, lets each sync of it take so much longer.
pub fn slower(dir: &Path, micros: u32) -> PathBuf {
    let (source, library) = (dir.join("slower.c"), dir.join("slower.so"));
    let text = format!(
        "#define _GNU_SOURCE\n#include <unistd.h>\n#include <sys/syscall.h>\n\
         int fdatasync(int fd) {{ usleep({micros}); return syscall(SYS_fdatasync, fd); }}\n\
         int fsync(int fd) {{ usleep({micros}); return syscall(SYS_fsync, fd); }}\n"
    );
    std::fs::write(&source, text).expect("the source is written");
    let made = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .arg(&library)
        .arg(&source)
        .status();
    assert!(made.is_ok_and(|status| status.success()), "no C compiler makes {}", source.display());
    library
}
