use super::*;

/// Runners from 1, at the places and levels of theirs.
fn runners(all: &[(usize, usize)]) -> Vec<Runner> {
    let runner = |(id, (place, level)): (u32, &(usize, usize))| Runner {
        id: EntrantId(id),
        place: *place,
        level: *level,
    };
    (1..).zip(all).map(runner).collect()
}

fn rung(prize: usize, place: usize, amount: u64) -> Rung {
    Rung { prize, from: place, to: place, amount }
}

fn ladder(is_of_places: bool, rungs: Vec<Rung>, runners: Vec<Runner>) -> Ladder {
    Ladder { is_of_places, rungs, runners }
}

fn distribute(ladders: Vec<Ladder>, sharing: PrizeSharing, adds_up: bool) -> Distribution {
    let prizes = ladders.iter().map(|one| one.rungs.len()).sum();
    let mut all = Distribution::new(prizes, sharing, adds_up);
    all.award_all(ladders);
    all
}

fn paid(of: &Distribution) -> Vec<(u32, u64)> {
    of.paid.iter().map(|(id, amount)| (id.0, *amount)).collect()
}

/// The prizes of the example in <https://de.wikipedia.org/wiki/Hort-System>: two are equal, one alone, and three equal.
fn example() -> Ladder {
    let amounts = [100_000, 50_000, 35_000, 20_000, 15_000, 10_000];
    let rungs = (0..).zip(amounts).map(|(at, amount)| rung(at, at + 1, amount)).collect();
    ladder(true, rungs, runners(&[(1, 1), (2, 1), (3, 3), (4, 4), (5, 4), (6, 4)]))
}

#[test]
fn equals_share_money_as_the_systems_say() {
    let of = |sharing| {
        let all = distribute(vec![example()], sharing, false);
        paid(&all).into_iter().map(|(_, amount)| amount / 100).collect::<Vec<u64>>()
    };
    assert_eq!(of(PrizeSharing::Hort), [875, 625, 350, 175, 150, 125]);
    assert_eq!(of(PrizeSharing::Equal), [750, 750, 350, 150, 150, 150]);
    assert_eq!(of(PrizeSharing::None), [1_000, 500, 350, 200, 150, 100]);
}

#[test]
fn the_highest_place_gets_what_cannot_be_divided() {
    let prizes = || vec![rung(0, 1, 100), rung(1, 2, 0), rung(2, 3, 0)];
    let of = |places: &[(usize, usize)], sharing| {
        paid(&distribute(vec![ladder(true, prizes(), runners(places))], sharing, false))
    };
    assert_eq!(of(&[(1, 1), (2, 1), (3, 1)], PrizeSharing::Equal), [(1, 34), (2, 33), (3, 33)]);
    assert_eq!(of(&[(1, 1), (1, 1), (3, 1)], PrizeSharing::Hort), [(1, 43), (2, 41), (3, 16)]);
    assert_eq!(of(&[(1, 1), (1, 1), (3, 1)], PrizeSharing::None), [], "nothing decides");
}

#[test]
fn a_player_keeps_the_greater_prize_and_the_other_goes_on() {
    let places = |first| {
        ladder(true, vec![rung(0, 1, first), rung(1, 2, 500)], runners(&[(1, 1), (2, 2), (3, 3)]))
    };
    let class = || ladder(false, vec![rung(2, 1, 800)], runners(&[(1, 1), (2, 2), (3, 3)]));
    let of = |first| paid(&distribute(vec![places(first), class()], PrizeSharing::None, false));
    assert_eq!(of(1_000), [(1, 1_000), (2, 800), (3, 500)]);
    assert_eq!(of(700), [(1, 800), (2, 700), (3, 500)]);
    assert_eq!(of(0), [(2, 800), (3, 500)], "the cup stays with the first");
    let both = distribute(vec![places(1_000), class()], PrizeSharing::None, true);
    assert_eq!(paid(&both), [(1, 1_800), (2, 500)]);
    // Equal on points with another, the first would get 750 of the places.
    let equal =
        ladder(true, vec![rung(0, 1, 1_000), rung(1, 2, 500)], runners(&[(1, 1), (2, 1), (3, 3)]));
    let only = ladder(false, vec![rung(2, 1, 800)], runners(&[(1, 1)]));
    let shared = distribute(vec![equal, only], PrizeSharing::Equal, false);
    assert_eq!(paid(&shared), [(1, 800), (2, 1_000), (3, 500)]);
}

/// Pseudo-random numbers (an LCG of Knuth's MMIX).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    /// Entrants in order, some of them equal.
    fn runners(&mut self, ties: u64) -> Vec<Runner> {
        let mut all: Vec<(usize, usize)> = Vec::new();
        for at in 1..=1 + self.below(12) as usize {
            let (place, level) = *all.last().unwrap_or(&(1, 1));
            all.push(match self.below(4) {
                _ if at == 1 => (1, 1),
                0 if ties > 0 => (place, level),
                1 if ties > 0 => (at, level),
                _ => (at, at),
            });
        }
        runners(&all)
    }

    /// The prizes for places, the greatest first, and some for classes.
    fn ladders(&mut self, all: &[Runner]) -> Vec<Ladder> {
        let mut ladders = Vec::new();
        let mut prize = 0;
        for class in 0..1 + self.below(4) {
            let mut amounts: Vec<u64> = (0..1 + self.below(4)).map(|_| self.below(1_000)).collect();
            amounts.sort_unstable_by_key(|amount| Reverse(*amount));
            let mut rungs = Vec::new();
            for (place, amount) in (1..).zip(amounts) {
                rungs.push(rung(prize, place, amount + 1));
                prize += 1;
            }
            let own = all.iter().filter(|_| class == 0 || self.below(2) == 0).copied().collect();
            ladders.push(ladder(class == 0, rungs, own));
        }
        ladders
    }
}

#[test]
fn what_is_paid_is_what_prizes_with_winners_are_worth() {
    let mut random = Random(18);
    for case in 0..3_000 {
        let all = random.runners(1);
        let ladders = random.ladders(&all);
        let amounts: Vec<u64> =
            ladders.iter().flat_map(|one| one.rungs.iter().map(|rung| rung.amount)).collect();
        let sharing = [PrizeSharing::None, PrizeSharing::Equal, PrizeSharing::Hort][case % 3];
        let adds_up = random.below(2) == 0;
        let given = distribute(ladders, sharing, adds_up);
        let won = |(award, amount): (&Award, &u64)| {
            if award.winners.is_empty() || award.is_tied { 0 } else { *amount }
        };
        let worth: u64 = given.awards.iter().zip(&amounts).map(won).sum();
        assert_eq!(given.paid.values().sum::<u64>(), worth, "case {case}: {:?}", given.awards);
        if sharing != PrizeSharing::None {
            assert!(given.awards.iter().all(|one| !one.is_tied), "case {case}");
        }
        if !adds_up && sharing == PrizeSharing::None {
            let mut winners: Vec<EntrantId> = given
                .awards
                .iter()
                .filter(|one| !one.is_tied)
                .flat_map(|one| one.winners.clone())
                .collect();
            winners.sort_unstable();
            assert!(winners.windows(2).all(|two| two[0] != two[1]), "case {case}: {winners:?}");
        }
    }
}

#[test]
fn nobody_who_was_worse_wins_a_greater_prize_of_the_same_class() {
    let mut random = Random(1);
    for case in 0..2_000 {
        let all = random.runners(0);
        let ladders = random.ladders(&all);
        let classes: Vec<(Vec<EntrantId>, Vec<Rung>)> = ladders
            .iter()
            .map(|one| (one.runners.iter().map(|own| own.id).collect(), one.rungs.clone()))
            .collect();
        let given = distribute(ladders, PrizeSharing::None, false);
        for (own, rungs) in &classes {
            for rung in rungs {
                let [winner] = given.awards[rung.prize].winners[..] else { continue };
                let better = own.iter().take_while(|id| **id != winner);
                for id in better {
                    let has = given.paid.get(id).copied().unwrap_or_default();
                    assert!(has >= rung.amount, "case {case}: {id:?} has {has} < {rung:?}");
                }
            }
        }
    }
}
