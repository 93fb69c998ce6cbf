//! Properties of all games, tested with random ones.

use proptest::prelude::*;
use salpakan::rules::{
    Announcement, Army, Board, ByColor, Color, Deployment, Draft, Move, Rank, RuleSet, Square,
    Squares, Verdict, Zone,
};

use crate::table::{Table, rule_set};

const KEYS: [&str; 7] = [
    "standard",
    "electronic",
    "krig",
    "eleven",
    "standard+promotion",
    "eleven+open-challenges+open-flag",
    "standard+army=FPPSS+promotion",
];

/// A random game: its rules, both armies, who begins, and a number for each choice.
#[derive(Clone)]
struct Game {
    rules: RuleSet,
    armies: ByColor<Deployment>,
    first: Color,
    choices: Vec<u32>,
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ByColor { white, black } = &self.armies;
        write!(f, "{} {} {}", self.rules, white.notation(), black.notation())?;
        write!(f, " {} first, {:?}", self.first, self.choices)
    }
}

fn ranks_of(army: Army) -> Vec<Rank> {
    let copies = |rank: Rank| std::iter::repeat_n(rank, army.count(rank) as usize);
    Rank::ALL.into_iter().flat_map(copies).collect()
}

/// The squares of the zone, with only the first one of the border.
fn zone(rules: &RuleSet, color: Color) -> Vec<Square> {
    let home = Square::all().filter(|square| square.depth(color) < 3);
    let border = Square::all().filter(|square| square.depth(color) == 3);
    let border = border.take(usize::from(rules.zone() == Zone::HomeAndBorder));
    home.chain(border).collect()
}

fn any_deployment(rules: RuleSet, color: Color) -> impl Strategy<Value = Deployment> {
    let ranks = ranks_of(rules.army());
    Just(zone(&rules, color)).prop_shuffle().prop_map(move |squares| {
        let pieces = squares.into_iter().zip(ranks.clone()).collect();
        Draft::new(color, pieces).check(&rules).unwrap_or_else(|faults| panic!("{}", faults[0]))
    })
}

fn any_game() -> impl Strategy<Value = Game> {
    prop::sample::select(&KEYS[..]).prop_flat_map(|key| {
        let rules = rule_set(key);
        let armies = (any_deployment(rules, Color::White), any_deployment(rules, Color::Black));
        let first = prop::sample::select(&Color::ALL[..]);
        let choices = prop::collection::vec(any::<u32>(), 0..400);
        (armies, first, choices).prop_map(move |((white, black), first, choices)| Game {
            rules,
            armies: ByColor::new(white, black),
            first,
            choices,
        })
    })
}

impl Game {
    fn table(&self) -> Table {
        Table::new(&self.rules, self.armies.as_ref(), self.first)
    }

    /// Plays until the choices or the game end; two thirds of the choices go forward if possible.
    fn play(&self, mut each: impl FnMut(&Table, Move, &Announcement)) -> Table {
        let mut table = self.table();
        for choice in &self.choices {
            if table.arbiter.is_over() {
                break;
            }
            let m = choose(&table.board, *choice);
            let before = table.clone();
            let said = table.play(m);
            each(&before, m, &said);
        }
        table
    }
}

fn choose(board: &Board, choice: u32) -> Move {
    let moves: Vec<Move> = board.moves().collect();
    let mover = board.to_move();
    let ahead: Vec<Move> =
        moves.iter().copied().filter(|m| m.to.depth(mover) > m.from.depth(mover)).collect();
    let of = if !choice.is_multiple_of(3) && !ahead.is_empty() { ahead } else { moves };
    of[(choice / 3) as usize % of.len()]
}

fn all_moves() -> impl Iterator<Item = Move> {
    Square::all().flat_map(|from| Square::all().map(move |to| Move { from, to }))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn pieces_are_conserved_but_for_those_that_fall_in_challenges(game in any_game()) {
        let mut fallen = ByColor::new(0, 0);
        let end = game.play(|before, _, said| {
            let mover = before.board.to_move();
            match said.verdict {
                None => {}
                Some(Verdict::ChallengerWins) => fallen[mover.opponent()] += 1,
                Some(Verdict::DefenderWins) => fallen[mover] += 1,
                Some(Verdict::Split) => { fallen[mover] += 1; fallen[mover.opponent()] += 1; }
            }
        });
        for color in Color::ALL {
            let standing = end.board.standing(color).len() as usize;
            prop_assert_eq!(standing + fallen[color], game.rules.army().size());
        }
        let (white, black) = (end.board.standing(Color::White), end.board.standing(Color::Black));
        prop_assert!(white.intersection(black).is_empty());
    }

    #[test]
    fn a_piece_keeps_its_origin_and_no_two_share_one(game in any_game()) {
        let end = game.play(|_, _, _| {});
        for color in Color::ALL {
            let own = || end.board.pieces().filter(|(_, piece)| piece.color == color);
            let origins: Squares = own().map(|(_, piece)| piece.origin).collect();
            prop_assert_eq!(origins.len() as usize, own().count());
            prop_assert!(origins.without(game.armies[color].squares()).is_empty());
        }
    }

    #[test]
    fn board_and_arbiter_agree_on_what_is_legal(game in any_game()) {
        let end = game.play(|_, _, _| {});
        if !end.arbiter.is_over() {
            for m in all_moves() {
                let board = end.board.check(m);
                let arbiter = end.arbiter.clone().play(m).map(|_| ());
                prop_assert_eq!(board, arbiter, "{:?}", m);
            }
        }
    }

    #[test]
    fn legal_moves_are_numbered_once_each_and_found_again(game in any_game()) {
        let board = game.play(|_, _, _| {}).board;
        let listed: Vec<Move> = board.moves().collect();
        let legal: Vec<Move> = all_moves().filter(|m| board.check(*m).is_ok()).collect();
        prop_assert_eq!(listed.len(), legal.len());
        prop_assert_eq!(listed.len() as u32, board.move_count());
        for (index, m) in listed.iter().enumerate() {
            prop_assert!(legal.contains(m));
            prop_assert_eq!(board.move_at(index as u32), Some(*m));
            prop_assert_eq!(board.index_of(*m), Some(index as u32));
        }
        prop_assert_eq!(board.move_at(listed.len() as u32), None);
        prop_assert!(!listed.is_empty(), "a side always has a legal move");
    }

    #[test]
    fn a_refused_move_changes_nothing(game in any_game(), from in 0..72usize, to in 0..72usize) {
        let mut end = game.play(|_, _, _| {});
        let square = |index| Square::from_index(index).expect("a square of the board");
        let m = Move { from: square(from), to: square(to) };
        if end.arbiter.play(m).is_err() && !end.arbiter.is_over() {
            let next = choose(&end.board, 1);
            prop_assert!(end.arbiter.play(next).is_ok());
        }
    }

    #[test]
    fn a_won_game_takes_no_more_plies(game in any_game()) {
        let mut end = game.play(|before, _, _| assert!(!before.arbiter.is_over()));
        if end.arbiter.is_over() {
            for m in all_moves() {
                let refused = end.arbiter.play(m);
                prop_assert_eq!(refused, Err(salpakan::rules::IllegalMove::GameOver));
            }
        }
    }

    #[test]
    fn legal_moves_depend_on_the_public_board_alone(game in any_game()) {
        // A board without an arbiter, which only sees squares, moves and verdicts.
        let taken = game.armies.as_ref().map(Deployment::squares);
        let mut public = Board::new(taken, game.first);
        let end = game.play(|before, m, said| {
            assert_eq!(public, before.board);
            public.apply(m, said.verdict);
        });
        prop_assert!(public.moves().eq(end.board.moves()));
    }

    #[test]
    fn deployments_with_equal_verdicts_give_equal_announcements(game in any_game()) {
        // Two officers of adjacent ranks swap places: unless a challenge distinguishes them, all
        // announcements must be the same.
        let mut played = Vec::new();
        game.play(|_, m, said| played.push((m, *said)));
        for rank in 0..11 {
            let (Some(one), Some(other)) = (Rank::from_index(rank), Rank::from_index(rank + 1))
            else { continue };
            let swapped = Game {
                armies: ByColor::new(swap(&game, one, other), game.armies.black),
                ..game.clone()
            };
            let mut table = swapped.table();
            for (m, said) in &played {
                let now = table.play(*m);
                if now.verdict != said.verdict {
                    break;
                }
                prop_assert_eq!(now.ending, said.ending);
                prop_assert_eq!(now.declared.is_some(), said.declared.is_some());
            }
        }
    }

    #[test]
    fn ranks_are_declared_under_open_challenges_only(game in any_game()) {
        let open = game.rules.options().open_challenges;
        game.play(|_, _, said| {
            assert_eq!(said.declared.is_some(), open && said.verdict.is_some());
            if let Some((challenger, defender)) = said.declared {
                assert_eq!(Some(Verdict::of(challenger, defender)), said.verdict);
            }
        });
    }

    #[test]
    fn a_flag_that_falls_loses_and_no_other_fall_ends_a_game(game in any_game()) {
        let mut flags = game.armies.as_ref().map(Deployment::flag);
        game.play(|before, m, said| {
            let mover = before.board.to_move();
            for color in Color::ALL {
                if flags[color] == Some(if color == mover { m.from } else { m.to }) {
                    let stays = said.verdict != Some(Verdict::ChallengerWins);
                    let falls = said.verdict.is_some() && (stays == (color == mover));
                    assert_eq!(falls, said.ending.is_some_and(|ending| {
                        ending.termination.name() == "flag-captured"
                            && ending.winner == color.opponent()
                    }));
                    flags[color] = Some(m.to);
                }
            }
        });
    }
}

/// White's deployment with two ranks swapped.
fn swap(game: &Game, one: Rank, other: Rank) -> Deployment {
    let exchanged = |rank: Rank| match rank {
        r if r == one => other,
        r if r == other => one,
        r => r,
    };
    let pieces: Vec<_> =
        game.armies.white.pieces().map(|(square, rank)| (square, exchanged(rank))).collect();
    // An army without both is unchanged.
    Draft::new(Color::White, pieces).check(&game.rules).unwrap_or(game.armies.white)
}
