//! Compares the leaderboard's snapshot with brute force.

use ledger_ratings::board::{Board, Cursor, Lacking, Placed, Row, Totals, Trend};
use ledger_ratings::{Day, Glicko, Pool, Shortfall};
use proptest::prelude::*;

fn pool() -> &'static Pool {
    Pool::by_key("rapid").expect("a default pool")
}

fn row(player: i64, rating: i32, deviation: i32, games: u32, day: i32) -> Row {
    let handle = format!("Player {}", player % 7);
    let mut trend = Trend::default();
    trend.push(rating);
    Row {
        player,
        handle_key: handle.to_lowercase().into(),
        handle: handle.into(),
        glicko: Glicko { rating, deviation, volatility: 600_000 },
        totals: Totals { wins: games, draws: 0, losses: 0, opponents: games.min(6) },
        last_day: Day(day),
        peak: None,
        trend,
        keeps_off: false,
    }
}

/// Few different values, so that ties, newcomers and inactive players are common.
fn any_row() -> impl Strategy<Value = Row> {
    (0..60_i64, 0..12_i32, 0..3_i32, 8..20_u32, 0..5_i32).prop_map(
        |(player, rating, deviation, games, day)| {
            let rating = 150_000 + rating * 1_300;
            row(player, rating, 9_500 + deviation * 1_000, games, 20_000 + day * 120)
        },
    )
}

/// The ranked players by sorting, with places by counting.
fn by_hand(rows: &[Row]) -> Vec<(usize, i64)> {
    let newest = rows.iter().map(|row| row.last_day).max().unwrap_or(Day::UNKNOWN);
    let mut eligible: Vec<&Row> = rows
        .iter()
        .filter(|row| pool().eligibility.shortfalls(&row.evidence(), newest).is_empty())
        .collect();
    eligible.sort_by_key(|row| {
        (-row.glicko.rating, row.glicko.deviation, row.handle_key.clone(), row.player)
    });
    let strength = |row: &Row| (-row.glicko.rating, row.glicko.deviation);
    let place =
        |row: &Row| 1 + eligible.iter().filter(|other| strength(other) < strength(row)).count();
    eligible.iter().map(|row| (place(row), row.player)).collect()
}

fn placed(rows: &[Placed]) -> Vec<(usize, i64)> {
    rows.iter().map(|placed| (placed.place, placed.row.player)).collect()
}

/// Traverses the board from the top by its cursors in text form.
fn walk(board: &Board, limit: usize) -> Vec<(usize, i64)> {
    let mut found = Vec::new();
    let mut cursor: Option<Cursor> = None;
    loop {
        let page = board.page(cursor.as_ref(), limit);
        found.extend(placed(&page.rows));
        let Some(next) = page.next else { return found };
        cursor = Some(next.to_string().parse().expect("its own text"));
    }
}

fn latest(updates: &[Vec<Row>]) -> Vec<Row> {
    let mut rows = std::collections::BTreeMap::new();
    for row in updates.iter().flatten() {
        rows.insert(row.player, row.clone());
    }
    rows.into_values().collect()
}

/// An update contains each player once.
fn unique(rows: Vec<Row>) -> Vec<Row> {
    latest(&[rows])
}

/// Days increase, like the most recent day of a pool.
fn any_updates() -> impl Strategy<Value = Vec<Vec<Row>>> {
    prop::collection::vec(prop::collection::vec(any_row(), 0..30).prop_map(unique), 1..6).prop_map(
        |mut updates| {
            for (index, rows) in (0..).zip(&mut updates) {
                rows.iter_mut().for_each(|row| row.last_day = row.last_day.plus(index * 100));
            }
            updates
        },
    )
}

proptest! {
    #[test]
    fn an_updated_board_is_the_board_built_anew(updates in any_updates(), limit in 1..20_usize) {
        let mut board = Board::build(pool(), Vec::new(), Day::LAST);
        for rows in &updates {
            board = board.updated(rows.clone());
        }
        let rows = latest(&updates);
        // A player whose day decreased may have had the most recent one.
        let newest = updates.iter().flatten().map(|row| row.last_day).max();
        prop_assume!(rows.iter().map(|row| row.last_day).max() == newest);
        let anew = Board::build(pool(), rows.clone(), Day::LAST);
        prop_assert_eq!(walk(&board, limit), by_hand(&rows));
        prop_assert_eq!(walk(&anew, limit), by_hand(&rows));
        let turned = Board::build(pool(), rows.clone(), Day(20_000)).turned(Day::LAST);
        prop_assert_eq!(walk(&turned, limit), by_hand(&rows));
        prop_assert_eq!(board.histogram(), anew.histogram());
        prop_assert_eq!((board.total(), board.players()), (anew.total(), rows.len()));
        for row in &rows {
            prop_assert_eq!(board.standing(row.player), anew.standing(row.player));
        }
    }

    #[test]
    fn pages_backwards_and_jumps_agree_with_pages_forwards(
        rows in prop::collection::vec(any_row(), 1..60).prop_map(unique),
        limit in 1..20_usize,
        place in 0..80_usize,
    ) {
        let board = Board::build(pool(), rows.clone(), Day::LAST);
        let all = by_hand(&rows);
        let jumped = board.jump(place, limit);
        let from = if place.max(1) > all.len() { all.len().saturating_sub(limit) } else { place.max(1) - 1 };
        let expected: Vec<_> = all[from..].iter().take(limit).copied().collect();
        prop_assert_eq!(placed(&jumped.rows), expected);
        if let Some(previous) = jumped.previous {
            let before = board.page_before(&previous, limit);
            prop_assert_eq!(placed(&before.rows), all[from.saturating_sub(limit)..from].to_vec());
        } else {
            prop_assert_eq!(from, 0);
        }
    }

    #[test]
    fn a_place_is_one_more_than_the_number_who_are_better(
        rows in prop::collection::vec(any_row(), 1..60).prop_map(unique),
    ) {
        let board = Board::build(pool(), rows.clone(), Day::LAST);
        let all = by_hand(&rows);
        for row in &rows {
            let standing = board.standing(row.player).expect("the row was given");
            let place = all.iter().find(|(_, player)| *player == row.player).map(|(place, _)| *place);
            prop_assert_eq!(standing.shortfalls.is_empty().then_some(standing.position.place), place);
            let below = rows
                .iter()
                .filter(|other| all.iter().any(|(_, player)| *player == other.player))
                .filter(|other| {
                    (other.glicko.rating, -other.glicko.deviation)
                        < (row.glicko.rating, -row.glicko.deviation)
                })
                .count();
            prop_assert_eq!(standing.position.below, below);
        }
        let counted: usize = board.histogram().iter().map(|bucket| bucket.players).sum();
        prop_assert_eq!(counted, board.total());
    }
}

#[test]
fn ties_share_a_place_and_the_next_place_is_skipped() {
    let rows = vec![
        row(1, 160_000, 9_000, 12, 0),
        row(2, 170_000, 9_000, 12, 0),
        row(3, 160_000, 9_000, 12, 0),
        row(4, 150_000, 9_000, 12, 0),
    ];
    let board = Board::build(pool(), rows, Day::LAST);
    assert_eq!(walk(&board, 2), [(1, 2), (2, 1), (2, 3), (4, 4)]);
}

#[test]
fn a_newcomer_learns_where_he_would_be_and_what_is_missing() {
    let mut rows: Vec<Row> =
        (0..10_i32).map(|n| row(i64::from(n), 150_000 + n * 1_000, 9_000, 20, 300)).collect();
    rows.push(row(10, 155_500, 20_000, 3, 300));
    let standing = Board::build(pool(), rows, Day::LAST).standing(10).expect("he has played");
    assert_eq!((standing.position.place, standing.position.below), (5, 6));
    let missing = [
        Shortfall::Games { has: 3, needs: 12 },
        Shortfall::Opponents { has: 3, needs: 5 },
        Shortfall::Deviation { has: 20_000, needs: 11_000 },
    ];
    assert_eq!(standing.shortfalls, missing);
}

#[test]
fn who_has_not_played_for_a_year_leaves_when_somebody_plays() {
    let board = Board::build(
        pool(),
        vec![row(1, 160_000, 9_000, 12, 0), row(2, 150_000, 9_000, 12, 300)],
        Day::LAST,
    );
    assert_eq!(board.total(), 2);
    let later = board.updated(vec![row(2, 151_000, 9_000, 13, 366)]);
    assert_eq!(walk(&later, 10), [(1, 2)]);
    assert_eq!(walk(&board, 10), [(1, 1), (2, 2)], "the old snapshot stays as it was");
}

#[test]
fn a_game_dated_in_the_future_makes_nobody_a_sleeper_and_its_players_stay() {
    let today = Day(400);
    let rows = |slip| vec![row(1, 160_000, 9_000, 12, 0), row(2, 150_000, 9_000, 12, slip)];
    let built = Board::build(pool(), rows(66_000), today);
    assert_eq!(walk(&built, 10), [(1, 1), (2, 2)]);
    assert_eq!(built.newest(), Day(0));
    let sane = Board::build(pool(), rows(300), today);
    let updated = sane.updated(vec![row(2, 150_000, 9_000, 13, 66_000)]);
    assert_eq!((updated.total(), updated.newest()), (2, Day(300)));
    let alone = Board::build(pool(), vec![row(2, 150_000, 9_000, 12, 66_000)], today);
    assert_eq!((alone.total(), alone.newest()), (1, Day::UNKNOWN));
}

#[test]
fn tomorrow_the_games_of_tomorrow_count() {
    let rows = vec![row(1, 160_000, 9_000, 12, 0), row(2, 150_000, 9_000, 12, 366)];
    let today = Board::build(pool(), rows, Day(365));
    assert_eq!(walk(&today, 10), [(1, 1), (2, 2)]);
    let tomorrow = today.turned(Day(366));
    assert_eq!((walk(&tomorrow, 10), tomorrow.today()), (vec![(1, 2)], Day(366)));
    assert_eq!(walk(&tomorrow.turned(Day(365)), 10), [(1, 1), (2, 2)], "a clock set back");
    let lacking = Lacking { activity: 1, ..Lacking::default() };
    assert_eq!(tomorrow.lacking(), lacking);
}

#[test]
fn a_trend_keeps_the_last_dozen() {
    let mut trend = Trend::default();
    (0..20).for_each(|game| trend.push(150_000 + game * 100));
    assert_eq!(trend.points(), (1508..1520).collect::<Vec<i16>>());
    assert_eq!(Trend::from_bytes(&trend.to_bytes()), trend);
}

#[test]
fn a_made_up_cursor_is_refused() {
    for text in ["", "1.2", "1.2.x.name", "a.2.3.name"] {
        assert!(text.parse::<Cursor>().is_err(), "{text}");
    }
}
