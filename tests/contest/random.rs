//! Random numbers, facts and settings, from a seed.

use adjutant::contest::arranged::{
    Arranged, Arranging, Clause, Consequence, DefaultRule, FixedBy, LAST_MOMENT, Reminder, TableId,
    Window,
};
use adjutant::contest::teams::{Captain, Players, Table, Team, TeamRules};
use adjutant::contest::{
    AskedBye, Contested, Eligibility, EntrantId, Fact, GamesHere, KeptApart, Meeting, Person,
    Prize, PrizeFor, Protection, Settings, Spot,
};
use adjutant::play::{Disclosure, Spectators, Venue};
use swiss::Color;
use swiss::knockout::{MatchId, Shape};
use swiss::points::{PointSystem, Points};
use swiss::round_robin::Cycles;
use swiss::series::{
    Armageddon, Extra, Format, GameResult, Next, PartOf, SeededDraw, Series, Side,
};
use swiss::stage::{CarriedPoints, Carry, Draw, Plan, Source, Stage, StageId, System, Unit};
use swiss::teams::Share;
use swiss::tiebreak::parse_list;

/// A stream of numbers (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }

    pub fn up_to(&mut self, bound: usize) -> usize {
        self.below(bound.max(1) as u64) as usize
    }

    pub fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    pub fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.up_to(all.len())]
    }

    fn many<T>(&mut self, most: usize, one: impl Fn(&mut Random) -> T) -> Vec<T> {
        (0..self.up_to(most + 1)).map(|_| one(self)).collect()
    }

    fn maybe<T>(&mut self, one: impl Fn(&mut Random) -> T) -> Option<T> {
        self.coin().then(|| one(self))
    }

    fn text(&mut self, most: usize) -> String {
        const LETTERS: [char; 10] = ['a', 'Z', ' ', '"', '\\', 'ñ', '₱', '🎖', '/', '.'];
        (0..self.up_to(most + 1)).map(|_| self.of(&LETTERS)).collect()
    }

    fn side(&mut self) -> Side {
        self.of(&[Side::First, Side::Second])
    }

    fn color(&mut self) -> Color {
        self.of(&[Color::White, Color::Black])
    }

    fn id(&mut self) -> EntrantId {
        EntrantId(1 + self.below(1_000_000) as u32)
    }

    pub fn result(&mut self) -> GameResult {
        match self.below(8) {
            0 => GameResult::Default { absent: self.side() },
            1 => GameResult::BothAbsent,
            2 => GameResult::Drawn,
            _ => GameResult::Won(self.side()),
        }
    }

    fn person(&mut self) -> Person {
        Person {
            player: self.below(1 << 31) as i32,
            name: format!("A{}", self.text(59)),
            rating: self.below(3_000) as u32,
            title: self.maybe(|random| random.below(256) as u8),
            titles_won: self.below(3) as u32,
            club: self.text(60),
            province: self.text(60),
        }
    }

    fn team(&mut self) -> Team {
        let members = self.many(5, Random::person);
        let captain = match self.coin() {
            true => Captain::Member(self.up_to(5)),
            false => Captain::Other(self.person()),
        };
        let name = format!("T{}", self.text(59));
        Team { name, club: self.text(60), province: self.text(60), captain, members }
    }

    fn team_rules(&mut self) -> TeamRules {
        TeamRules {
            alternates: self.below(21) as u32,
            match_points: self.system_of_points(),
            sealed: self.coin(),
            share: self.maybe(|random| Share {
                at_least: random.up_to(9),
                title_at_most: random.below(256) as u8,
            }),
        }
    }

    fn meeting(&mut self) -> Meeting {
        let games = self.maybe(|random| vec![random.result()]).unwrap_or_default();
        // As reading leaves it to the fold.
        let next = Next::Play { game: games.len(), first: Color::White, part: PartOf::Main };
        Meeting {
            sides: [self.id(), self.id()],
            group: self.up_to(9),
            of: self.maybe(|random| MatchId(random.up_to(300))),
            by_withdrawal: !games.is_empty(),
            games,
            team: None,
            said: [None; 2],
            next,
        }
    }

    fn spot(&mut self) -> Spot {
        let [stage, round] = [self.up_to(32), self.up_to(100)];
        Spot { stage, round, table: self.up_to(5_000), game: self.up_to(1_000) }
    }

    /// A fact of any kind, which need not stand on anything.
    pub fn fact(&mut self) -> Fact {
        let Spot { stage, round, table, .. } = self.spot();
        match self.below(29) {
            0 => Fact::Settled(Box::new(self.settings())),
            1 => Fact::Opened(self.coin()),
            2 => Fact::Entered { person: self.person(), waiting: self.coin() },
            3 => Fact::Amended { entrant: self.id(), person: self.person() },
            4 => Fact::Admitted(self.id()),
            5 => Fact::Withdrew { entrant: self.id(), plays_on: self.coin(), own: self.coin() },
            6 => Fact::Paid { entrant: self.id(), paid: self.coin() },
            7 => Fact::Present { entrant: self.id(), present: self.coin() },
            8 => {
                let bye = self
                    .maybe(|random| random.of(&[AskedBye::Half, AskedBye::Zero, AskedBye::Full]));
                Fact::AskedBye { stage, round, entrant: self.id(), bye }
            }
            9 => Fact::KeptApart(self.many(4, |random| KeptApart {
                entrants: random.many(4, Random::id),
                rounds: random.maybe(|random| 1 + random.below(9) as usize),
            })),
            10 => {
                let groups = self.many(4, |random| random.many(9, Random::id));
                Fact::Begun { stage, groups, initial: self.color() }
            }
            11 => Fact::Joined { stage, entrant: self.id(), at: table },
            12 => Fact::Drafted {
                stage,
                round,
                meetings: self.many(9, Random::meeting),
                byes: self.many(3, Random::id),
                by_hand: self.coin(),
            },
            13 => Fact::Published { stage, round },
            14 => Fact::TakenBack { stage, round },
            27 => Fact::BeginTakenBack { stage },
            26 => Fact::GraceOver { stage, round },
            15 => Fact::Restored { stage, round },
            16 => {
                let result = self.maybe(Random::result);
                Fact::Result { spot: self.spot(), result, why: self.text(500) }
            }
            18 => Fact::TeamEntered { team: Box::new(self.team()), waiting: self.coin() },
            19 => Fact::TeamAmended { entrant: self.id(), team: Box::new(self.team()) },
            20 => {
                let players = Players(self.many(5, |random| random.up_to(9)));
                Fact::LinedUp { at: Table { stage, round, table }, side: self.side(), players }
            }
            21 => Fact::Released(Table { stage, round, table }),
            23 => {
                let said = |random: &mut Random| Contested {
                    by: random.text(40),
                    result: random.result(),
                };
                Fact::Contested { spot: self.spot(), said: self.maybe(said) }
            }
            24 => {
                let table = self.maybe(|_| table);
                Fact::Windowed { stage, round, table, window: self.window() }
            }
            25 => {
                let (of, at) = (TableId { stage, round, table }, self.moment());
                Fact::Arranging { of, at, what: self.arranging() }
            }
            17 => Fact::Said { spot: self.spot(), side: self.side(), result: self.result() },
            _ if self.coin() => Fact::PlayedOff { stage, winner: self.id(), loser: self.id() },
            _ => Fact::Ended(self.coin()),
        }
    }

    fn moment(&mut self) -> i64 {
        self.below(LAST_MOMENT as u64 + 1) as i64
    }

    fn rule(&mut self) -> DefaultRule {
        let consequence =
            |random: &mut Random| random.of(&[Consequence::Default, Consequence::Officials]);
        DefaultRule {
            consequences: [(); 5].map(|()| consequence(self)),
            grace_minutes: self.below(1_441) as u32,
            remind_hours: self.below(169) as u32,
            appeal_hours: self.below(721) as u32,
        }
    }

    fn window(&mut self) -> Window {
        let [from, agree_by, until] = [self.moment(), self.moment(), self.moment()];
        Window { from, agree_by, until, rule: self.rule() }
    }

    fn arranging(&mut self) -> Arranging {
        let (side, times) = (self.side(), self.many(20, Random::moment));
        match self.below(9) {
            0 => Arranging::Proposed { side, times },
            1 => Arranging::TookBack { side, times },
            2 => Arranging::Fixed {
                time: self.maybe(Random::moment),
                by: self.of(&[FixedBy::Players, FixedBy::Official]),
                why: self.text(500),
            },
            3 => Arranging::Here(side),
            4 => Arranging::Reminded(self.of(&[Reminder::ToAgree, Reminder::Start])),
            5 => {
                let clause = self.of(&Clause::ALL);
                Arranging::Lapsed { clause, result: self.maybe(Random::result) }
            }
            6 => Arranging::Appealed { side, words: self.text(1_000) },
            7 => Arranging::Started,
            _ => Arranging::Ruled { granted: self.coin(), words: self.text(500) },
        }
    }

    fn arranged(&mut self) -> Arranged {
        Arranged {
            days: 1 + self.below(60) as u32,
            cut_off: self.below(1_440) as u32,
            agree_hours: self.below(721) as u32,
            zone: self.text(40),
            rule: self.rule(),
        }
    }

    fn points(&mut self) -> Points {
        Points(self.below(1_001) as i32)
    }

    fn system_of_points(&mut self) -> PointSystem {
        PointSystem {
            win: self.points(),
            draw: self.points(),
            loss: self.points(),
            forfeit_loss: self.points(),
            zero_bye: self.points(),
            allocated_bye: self.points(),
        }
    }

    fn extra(&mut self) -> Extra {
        match self.below(4) {
            0 => Extra::Games(1 + self.below(99) as u32),
            1 => Extra::UntilWon,
            2 => Extra::GoesOn(self.side()),
            _ => Extra::Armageddon(Armageddon {
                white: self.side(),
                white_seconds: self.below(86_401) as u32,
                black_seconds: self.below(86_401) as u32,
                draw_odds: self.maybe(Random::color),
            }),
        }
    }

    fn series(&mut self) -> Series {
        let games = |random: &mut Random| 1 + random.below(99) as u32;
        let format = match self.below(4) {
            0 => Format::Games { count: games(self), all: self.coin() },
            1 => Format::Race { target: self.points(), most: self.maybe(games) },
            2 => Format::Wins { wins: games(self), most: self.maybe(games) },
            _ => Format::TwiceToBeat {
                seeded: self.side(),
                draw: self.of(&[SeededDraw::Replayed, SeededDraw::Holds]),
                most: self.maybe(games),
            },
        };
        Series {
            format,
            points: self.system_of_points(),
            first: self.color(),
            extras: self.many(8, Random::extra),
            default_ends: self.coin(),
        }
    }

    fn source(&mut self) -> Source {
        let of = StageId(self.up_to(32));
        match self.below(6) {
            0 => Source::Registration,
            1 => Source::Seeds(self.up_to(5_001)),
            2 => Source::Top { of, each: self.up_to(5_001) },
            3 => Source::BestOfPlace { of, place: self.up_to(9), count: self.up_to(9) },
            4 => Source::Winners(of),
            _ => Source::Losers(of),
        }
    }

    fn system(&mut self) -> System {
        let cycles = self.of(&[Cycles::Single, Cycles::Double]);
        let draw = self.of(&[Draw::Seeded, Draw::CrossOver, Draw::Spread]);
        let shape = match self.below(3) {
            0 => Shape::Single { left: self.up_to(9), third_place: self.coin() },
            1 => Shape::Placement,
            _ => Shape::Double { reset: self.coin() },
        };
        match self.below(5) {
            0 => System::Swiss { rounds: self.up_to(101) },
            1 => System::RoundRobin { groups: self.up_to(99), cycles },
            2 => System::Knockout { shape, draw },
            3 => System::BoardGroups { cycles },
            _ => System::Scheveningen,
        }
    }

    fn stage(&mut self) -> Stage {
        let points = [CarriedPoints::None, CarriedPoints::All, CarriedPoints::AmongAdvancing];
        Stage {
            name: self.text(60),
            sources: self.many(4, Random::source),
            system: self.system(),
            series: self.series(),
            carry: Carry { points: self.of(&points), places: self.coin() },
        }
    }

    fn prize(&mut self) -> Prize {
        let among = self.many(4, Random::id);
        let of = match self.below(3) {
            0 => {
                let from = 1 + self.below(9) as u32;
                PrizeFor::Places { from, to: from + self.below(9) as u32 }
            }
            1 => PrizeFor::Best { title: format!("B{}", self.text(50)), among },
            _ => PrizeFor::Performance { title: format!("P{}", self.text(50)), among },
        };
        Prize { what: format!("W{}", self.text(100)), of }
    }

    /// Settings that can be written, and need not be playable.
    pub fn settings(&mut self) -> Settings {
        const LISTS: [&str; 4] =
            ["", "DE BH/C1 BH SB PO", "NDW DEL PO", "KS/L+1 ARO/M1/U1400 TPN/R DE/P RTNG/R"];
        let unit = self.of(&[Unit::Players, Unit::Teams { boards: 3 }]);
        let rounds = self.up_to(9);
        let is_usual = unit == Unit::Players || self.coin();
        Settings {
            teams: if is_usual { TeamRules::default() } else { self.team_rules() },
            plan: Plan { unit, stages: self.many(5, Random::stage) },
            points: self.system_of_points(),
            tie_breaks: parse_list(self.of(&LISTS)).expect("they are tie-breaks"),
            eligibility: Eligibility {
                title_at_most: self.maybe(|random| random.below(256) as u8),
                rating_from: self.maybe(|random| random.below(3_000) as u32),
                rating_to: self.maybe(|random| random.below(3_000) as u32),
                titles_won: self.maybe(|random| random.below(9) as u32),
                provinces: self.many(3, |random| random.text(60)),
            },
            cap: self.maybe(|random| 2 + random.below(4_999) as u32),
            fee: self.text(80),
            protection: self.of(&[
                Protection::None,
                Protection::Club(rounds),
                Protection::Province(rounds),
            ]),
            accelerated: self.coin(),
            check_in: self.coin(),
            grace_minutes: self.below(1_441) as u32,
            half_rule: self.coin(),
            defaults_by_itself: self.coin(),
            self_check_in: self.coin(),
            players_report: self.coin(),
            rated: self.coin(),
            kind: self.text(30),
            games: self.maybe(Self::games),
            prizes: self.many(3, Random::prize),
            prizes_add_up: self.coin(),
            arranged: self.maybe(Random::arranged),
        }
    }

    fn games(&mut self) -> GamesHere {
        GamesHere {
            rules: self.of(&["standard", "electronic"]).parse().expect("rules"),
            pace: self.of(&["600+5", "3d", "1200/600+5", "-"]).parse().expect("a pace"),
            venue: self.of(&[Venue::Online, Venue::Table]),
            spectators: self.of(&[
                Spectators::None,
                Spectators::Public,
                Spectators::DelayedPlies(6),
            ]),
            disclosure: self.of(&[Disclosure::Game, Disclosure::Round, Disclosure::Event]),
            at_once: self.coin(),
        }
    }
}
