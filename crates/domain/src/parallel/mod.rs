//! Floor 1: a parallel map with results in input order and bounded memory.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};

/// The number of threads this machine can run in parallel.
pub fn available_workers() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Applies `work` to every item on `workers` threads and passes the results to `sink` in the items'
/// order, on the calling thread.
///
/// Only a few items per worker are in progress at once, so memory stays bounded. When `sink`
/// returns `false`, no further items are taken.
pub fn map_in_order<I, T>(
    items: I,
    workers: usize,
    work: impl Fn(I::Item) -> T + Sync,
    sink: impl FnMut(T) -> bool,
) where
    I: Iterator + Send,
    I::Item: Send,
    T: Send,
{
    map_in_order_buffered(items, workers, 0, work, sink);
}

/// Like [`map_in_order`], but up to `ahead` results can wait for a `sink` that is sometimes slow,
/// so that workers continue meanwhile.
pub fn map_in_order_buffered<I, T>(
    items: I,
    workers: usize,
    ahead: usize,
    work: impl Fn(I::Item) -> T + Sync,
    mut sink: impl FnMut(T) -> bool,
) where
    I: Iterator + Send,
    I::Item: Send,
    T: Send,
{
    let at_work = workers.max(1) * 4;
    let window = at_work.max(ahead);
    let (to_workers, jobs) = bounded::<(u64, I::Item)>(at_work);
    let (to_sink, results) = bounded::<(u64, T)>(window);
    // A ticket per item in progress bounds how many results wait for a slow earlier one.
    let (returned, tickets) = bounded::<()>(window);
    for _ in 0..window {
        let _ = returned.send(());
    }
    thread::scope(|scope| {
        scope.spawn(move || feed(items, &tickets, &to_workers));
        for _ in 0..workers.max(1) {
            let (jobs, to_sink, work) = (jobs.clone(), to_sink.clone(), &work);
            scope.spawn(move || {
                for (number, item) in jobs {
                    if to_sink.send((number, work(item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop((jobs, to_sink));
        drain(&results, &returned, &mut sink);
        // The threads see their channels closed and stop.
        drop((results, returned));
    });
}

fn feed<I: Iterator>(items: I, tickets: &Receiver<()>, jobs: &Sender<(u64, I::Item)>) {
    for (number, item) in (0..).zip(items) {
        if tickets.recv().is_err() || jobs.send((number, item)).is_err() {
            break;
        }
    }
}

fn drain<T>(results: &Receiver<(u64, T)>, returned: &Sender<()>, sink: &mut impl FnMut(T) -> bool) {
    let mut next = 0;
    let mut waiting = BTreeMap::new();
    for (number, result) in results {
        waiting.insert(number, result);
        while let Some(result) = waiting.remove(&next) {
            next += 1;
            if !sink(result) {
                return;
            }
            let _ = returned.try_send(());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::sync::atomic::Ordering::Relaxed;
    use std::time::{Duration, Instant};

    use super::{map_in_order, map_in_order_buffered};

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let mut seen = Vec::new();
        map_in_order(
            0..1000_u32,
            4,
            |n| {
                if n % 7 == 0 {
                    std::thread::sleep(Duration::from_micros(200));
                }
                n * 2
            },
            |n| {
                seen.push(n);
                true
            },
        );
        assert_eq!(seen, (0..1000).map(|n| n * 2).collect::<Vec<_>>());
    }

    #[test]
    fn workers_go_on_while_the_sink_is_busy_and_no_further_than_they_may() {
        let done = AtomicUsize::new(0);
        let waits = |wanted: usize| {
            let started = Instant::now();
            while done.load(Relaxed) < wanted && started.elapsed() < Duration::from_secs(20) {
                std::thread::sleep(Duration::from_millis(1));
            }
        };
        let mut first = true;
        map_in_order_buffered(
            0..1000_usize,
            2,
            100,
            |_| done.fetch_add(1, Relaxed),
            |_| {
                if std::mem::take(&mut first) {
                    waits(100);
                    // Without a bound, the rest would be done by now.
                    std::thread::sleep(Duration::from_millis(50));
                    assert_eq!(done.load(Relaxed), 100);
                }
                true
            },
        );
        assert_eq!(done.load(Relaxed), 1000);
    }

    #[test]
    fn a_sink_that_has_enough_stops_the_work() {
        let mut count = 0;
        map_in_order(
            0..,
            2,
            |n: u64| n,
            |_| {
                count += 1;
                count < 10
            },
        );
        assert_eq!(count, 10);
    }
}
