//! The encoded ledger: it reads what was written, can be appended to, and tolerates damage.

use game_record::Color;
use ledger_ratings::history::{self, Entry, Reader, Writer};
use ledger_ratings::{
    Books, Change, Day, FoldGame, Glicko, Ledger, Mode, PlayerState, Pool, Score, fold,
};
use proptest::prelude::*;

fn start() -> Glicko {
    Pool::ALL[0].system.start
}

/// The difference between an entry and the previous one.
#[derive(Debug, Clone)]
struct Step {
    game: i64,
    opponent: i64,
    days: i32,
    score: u8,
    black: bool,
    growth: i32,
    changes: (i32, i32, i32),
}

fn any_step() -> impl Strategy<Value = Step> {
    let changes = (-30_000..30_000_i32, -5_000..100_i32, -3_000..3_000_i32);
    let days = prop_oneof![0..40_i32, Just(0)];
    (any::<i64>(), any::<i64>(), days, 0..3_u8, any::<bool>(), 0..3_i32, changes).prop_map(
        |(game, opponent, days, score, black, growth, changes)| Step {
            game,
            opponent,
            days,
            score,
            black,
            growth: growth * 100,
            changes,
        },
    )
}

fn entries(steps: &[Step], undated: bool) -> Vec<Entry> {
    let mut last = start();
    let mut day = if undated { Day::UNKNOWN } else { Day(-40) };
    steps
        .iter()
        .map(|step| {
            let before = Glicko { deviation: last.deviation + step.growth, ..last };
            let after = Glicko {
                rating: (before.rating + step.changes.0).clamp(-100_000, 500_000),
                deviation: (before.deviation + step.changes.1).clamp(100, 35_000),
                volatility: before.volatility + step.changes.2,
            };
            last = after;
            day = day.plus(step.days);
            Entry {
                game: step.game,
                opponent: step.opponent,
                day,
                color: if step.black { Color::Black } else { Color::White },
                score: [Score::Loss, Score::Draw, Score::Win][usize::from(step.score)],
                change: Change { before, after },
            }
        })
        .collect()
}

proptest! {
    #[test]
    fn reading_gives_what_was_written(
        steps in prop::collection::vec(any_step(), 0..40),
        undated in any::<bool>(),
    ) {
        let entries = entries(&steps, undated);
        let mut writer = Writer::new(start(), entries.len());
        entries.iter().for_each(|entry| writer.push(entry));
        prop_assert_eq!(history::read(start(), &writer.finish()), Ok(entries));
    }

    #[test]
    fn damage_is_an_error_or_other_entries_and_never_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(mut reader) = Reader::new(start(), &bytes) {
            while let Ok(Some(_)) = reader.next_entry() {}
        }
    }
}

#[test]
fn an_ordinary_entry_takes_about_a_dozen_bytes() {
    let change = Change {
        before: start(),
        after: Glicko { rating: 151_234, deviation: 34_100, volatility: 600_020 },
    };
    let mut writer = Writer::new(start(), 1);
    writer.push(&Entry {
        game: 9_000_000,
        opponent: 500_000,
        day: Day(20_573),
        color: Color::Black,
        score: Score::Win,
        change,
    });
    let bytes = writer.finish();
    let golden = [
        1, 0xf6, 0xba, 0xc1, 0x02, 0x80, 0xd1, 0xca, 0x08, 0xc0, 0x84, 0x3d, 0xa4, 0x13, 0x87,
        0x0e, 0x28,
    ];
    assert_eq!(bytes, golden, "the form of version 1 is frozen");
}

#[test]
fn an_unknown_version_is_refused() {
    let fault = history::read(start(), &[2, 0, 0]).expect_err("version 2 is not known");
    assert_eq!(fault.offset, 0);
    assert!(fault.to_string().contains("rate --recompute"), "{fault}");
}

/// 400 games between 30 players, some of whom pause.
fn season() -> Vec<FoldGame> {
    (0..400_u32)
        .map(|index| {
            let white = index * 7 % 30;
            let black = (white + 1 + index % 29) % 30;
            let white_score = [Score::Win, Score::Loss, Score::Draw][(index % 3) as usize];
            let day = Day(20_000 + i32::try_from(index / 3).expect("a small number"));
            FoldGame { white, black, day, event: index / 40, white_score }
        })
        .collect()
}

#[test]
fn the_books_of_a_season_add_up() {
    for mode in [Mode::GameByGame { period: 7 }, Mode::EventByEvent { period: 7 }] {
        let pool = Pool { mode, ..Pool::ALL[0] };
        let games = season();
        let numbers: Vec<i64> = (0..400).map(|index| 1_000 + index * 3).collect();
        let players: Vec<i64> = (0..30).map(|player| player * 11).collect();
        let mut states = vec![PlayerState::new(&pool); 30];
        let mut changes = std::collections::HashMap::new();
        fold(&pool, &mut states, &games, |index, white, black| {
            changes.insert((numbers[index], Color::White), white);
            changes.insert((numbers[index], Color::Black), black);
        });
        let books = Books::fold(&pool, &games, &numbers, players.clone());
        let ledgers = books.ledgers();
        for (index, ledger) in ledgers.iter().enumerate() {
            assert_eq!((ledger.player, ledger.glicko), (players[index], states[index].glicko));
            let entries = ledger.entries(&pool).expect("just written");
            assert_eq!(entries.len(), ledger.totals.games() as usize);
            for entry in &entries {
                assert_eq!(changes.remove(&(entry.game, entry.color)), Some(entry.change));
                assert!(players.contains(&entry.opponent) && entry.opponent != ledger.player);
            }
            assert_eq!(*ledger, Ledger::of(&pool, ledger.player, &entries));
        }
        assert!(changes.is_empty(), "every change stands in one ledger");
        let wins: u32 = ledgers.iter().map(|ledger| ledger.totals.wins).sum();
        let losses: u32 = ledgers.iter().map(|ledger| ledger.totals.losses).sum();
        assert_eq!(wins, losses);
    }
}

#[test]
fn many_players_each_have_their_own_games_in_order() {
    const PLAYERS: u32 = 20_000;
    let pool = &Pool::ALL[0];
    let games: Vec<FoldGame> = (0..60_000_u32)
        .map(|index| {
            let white = index * 7_919 % PLAYERS;
            let black = (white + 1 + index % 9_973) % PLAYERS;
            let day = Day(20_000 + i32::try_from(index / 5_000).expect("a small number"));
            FoldGame { white, black, day, event: 0, white_score: Score::Win }
        })
        .collect();
    let numbers: Vec<i64> = (0..60_000).collect();
    let mut own: Vec<Vec<(i64, i64)>> = vec![Vec::new(); PLAYERS as usize];
    for (number, game) in (0..).zip(&games) {
        own[game.white as usize].push((number, i64::from(game.black)));
        own[game.black as usize].push((number, i64::from(game.white)));
    }
    let ledgers = Books::fold(pool, &games, &numbers, (0..i64::from(PLAYERS)).collect()).ledgers();
    assert_eq!(ledgers.len(), own.len());
    for ((player, ledger), own) in (0..).zip(&ledgers).zip(own) {
        assert_eq!(ledger.player, player);
        let entries = ledger.entries(pool).expect("just written");
        let found: Vec<_> = entries.iter().map(|entry| (entry.game, entry.opponent)).collect();
        assert_eq!(found, own, "player {player}");
    }
}

#[test]
fn a_peak_counts_only_established_ratings() {
    let entry = |rating, deviation, day| Entry {
        game: i64::from(day),
        opponent: i64::from(day % 2),
        day: Day(day),
        color: Color::White,
        score: Score::Win,
        change: Change {
            before: start(),
            after: Glicko { rating, deviation, volatility: 600_000 },
        },
    };
    let pool = &Pool::ALL[0];
    let mut entries = vec![entry(190_000, 20_000, 1)];
    assert_eq!(Ledger::of(pool, 1, &entries).peak, None);
    entries.extend([entry(170_000, 11_000, 2), entry(160_000, 10_000, 3)]);
    let ledger = Ledger::of(pool, 1, &entries);
    assert_eq!((ledger.peak, ledger.totals.opponents), (Some(170_000), 2));
    assert_eq!(ledger.trend.points(), [1900, 1700, 1600]);
}
