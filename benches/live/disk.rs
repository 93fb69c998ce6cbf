//! What the disk does by itself.

use std::fs::OpenOptions;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::{Duration, Instant};

/// How often in a second 4 KB are written over and synced, one after the other.
pub fn syncs_a_second(dir: &Path) -> f64 {
    let path = dir.join("syncs");
    let file = OpenOptions::new().create(true).truncate(true).write(true).open(&path);
    let file = file.expect("a file");
    file.write_all_at(&[1; 65_536], 0).expect("it is written");
    file.sync_all().expect("it is synced");
    let start = Instant::now();
    let mut count = 0_u32;
    while start.elapsed() < Duration::from_secs(2) {
        let page = [count as u8; 4096];
        file.write_all_at(&page, u64::from(count % 16) * 4096).expect("it is written");
        file.sync_data().expect("it is synced");
        count += 1;
    }
    f64::from(count) / start.elapsed().as_secs_f64()
}
