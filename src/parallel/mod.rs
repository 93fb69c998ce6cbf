//! Floor 1: work on many cores with results in input order and bounded memory.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};

/// How many workers this machine can use.
#[must_use]
pub fn available_workers() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Puts every item through `work` on `workers` threads and hands the results to
/// `sink` in the items' order, on the calling thread.
///
/// At most a few items a worker are under way at once, so memory stays bounded
/// however many items there are. `sink` answers whether to go on; after a `false`
/// no further item is asked for.
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

/// As [`map_in_order`], where up to `ahead` results may wait for a `sink` that is at times busy
/// for long, so that the workers need not stand still.
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
    // A ticket for each item under way bounds what waits for a slow earlier one.
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
        // The scope's threads see their channels closed and stop.
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
                    // Were there no bound, the rest would be done by now.
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
