//! When a delivery that failed is tried again.

use crate::moment::{HOUR, SECOND};

/// Tries of a delivery in all, over about two days.
pub const MAX_TRIES: u16 = 10;
const FIRST_PAUSE: i64 = 30 * SECOND;
const MAX_PAUSE: i64 = 12 * HOUR;

/// The pause after this many tries; `None` if it is given up. It grows fourfold, and `random`
/// shortens it by up to half, so that what failed together is not tried together again.
pub fn pause_after(tries: u16, random: u16) -> Option<i64> {
    if tries >= MAX_TRIES {
        return None;
    }
    let doublings = u32::from(tries.saturating_sub(1)).min(20) * 2;
    let full = FIRST_PAUSE.saturating_mul(1 << doublings).min(MAX_PAUSE);
    Some(full - full / 2 * i64::from(random) / i64::from(u16::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_fourfold_up_to_half_a_day() {
        let full = |tries| pause_after(tries, 0).map(|pause| pause / SECOND);
        let all: Vec<_> = (1..=MAX_TRIES).map(full).collect();
        assert_eq!(all[..5], [Some(30), Some(120), Some(480), Some(1_920), Some(7_680)]);
        assert_eq!(all[5..9], [Some(30_720), Some(43_200), Some(43_200), Some(43_200)]);
        assert_eq!(all[9], None, "it is given up");
    }

    #[test]
    fn chance_shortens_a_pause_by_half_at_most() {
        for tries in 1..MAX_TRIES {
            let full = pause_after(tries, 0).unwrap();
            for random in (0..=u16::MAX).step_by(1_023) {
                let pause = pause_after(tries, random).unwrap();
                assert!((full / 2..=full).contains(&pause), "{tries} {random}: {pause}");
            }
        }
    }
}
