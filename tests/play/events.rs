//! Events in bytes: the golden ones, all others, and what is no event.

use adjutant_domain::moment::Micros;
use adjutant_domain::play::{
    AbortCause, By, CommandKey, Event, EventFault, Fact, Footing, PlyFact, PlyMade, Reason, Ruling,
    Seed, Terms, read, write,
};
use proptest::prelude::*;
use salpakan::record::codec::CodecFault;
use salpakan::rules::{
    Announcement, ByColor, Color, Ending, Move, Outcome, Rank, SQUARES, Square, Squares,
    Termination, Verdict,
};

use crate::terms::sound_terms;

const AT: i64 = 1_763_800_000_123_456;
const LONG: &str = "Naubusan ng kuryente sa bulwagan; ang dalawang panig ay sumang-ayon na \
                    ipagpatuloy bukas ng umaga, ñ.";
const TERMS: &str = "rules=standard pace=1200+5 rated=no venue=online spectators=public \
                     disclosure=game deployment=600 credit=0 confirm=at-once claims=yes";

fn golden() -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    let lines = include_str!("data/events.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (name, hex) = line.split_once(' ').expect("a name and bytes");
        let pair = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("digits");
        (name, (0..hex.len()).step_by(2).map(pair).collect())
    })
}

fn official(account: u32, reason: &str) -> By {
    By::Official(ruling(account, reason))
}

fn ruling(account: u32, reason: &str) -> Ruling {
    Ruling { account, reason: Reason::new(reason).expect("a reason") }
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn footing(squares: &[&str], flag: Option<&str>) -> Footing {
    Footing { taken: squares.iter().map(|name| square(name)).collect(), flag: flag.map(square) }
}

fn begun(first: Color, footings: [Footing; 2]) -> Fact {
    let [white, black] = footings;
    let seed = Seed(std::array::from_fn(|at| at as u8));
    Fact::Begun { first, seed, footings: ByColor { white, black } }
}

fn ply(color: Color, mv: &str, said: Announcement, times: [i64; 4]) -> Fact {
    let [spent, credited, left, received] = times;
    let mv = Move::parse(mv).expect("a move");
    Fact::Ply(PlyFact {
        color,
        made: PlyMade::Salpakan { mv, said },
        spent,
        credited,
        left,
        received: Micros(received),
    })
}

fn three_generals_ply(color: Color, ply: &str, ending: Option<three_generals::Ending>) -> Fact {
    let made = PlyMade::ThreeGenerals { ply: ply.parse().expect("a ply"), ending };
    let (spent, credited, left) = (1_500_000, 0, 1_203_500_000);
    Fact::Ply(PlyFact { color, made, spent, credited, left, received: Micros(AT - 250) })
}

const SILENCE: Announcement = Announcement { verdict: None, declared: None, ending: None };

fn said(verdict: Verdict) -> Announcement {
    Announcement { verdict: Some(verdict), ..SILENCE }
}

fn ends(winner: Color, termination: Termination) -> Option<Ending> {
    Some(Ending { winner, termination })
}

/// What each golden event should be.
fn meant(name: &str) -> Fact {
    use Color::{Black, White};
    use Outcome::{Draw, Win};
    use Termination::{Adjudication, Agreement, Default, FlagCaptured, FlagReached, Resignation};
    use three_generals::Ending::{NoPly, Repetition};
    match name {
        "created" | "created-at-0" => Fact::Created {
            play: std::array::from_fn(|at| at as u8),
            terms: Terms::parse(TERMS).expect("terms"),
            commitment: Some(std::array::from_fn(|at| at as u8)),
        },
        "opened" => Fact::Opened,
        "ready" => {
            Fact::Ready { color: Black, nonce: Some(std::array::from_fn(|at| 255 - at as u8)) }
        }
        "begun" => begun(Black, [footing(&["a1", "i3"], None), footing(&["i8", "a6", "e7"], None)]),
        "begun-open-flag" => {
            let black = footing(&["i8", "h8"], Some("i8"));
            begun(White, [footing(&["a1", "i3"], Some("a1")), black])
        }
        "ply" => ply(White, "e3e4", SILENCE, [1_500_000, 0, 1_203_500_000, AT - 250]),
        "ply-challenge" => ply(Black, "e5e4", said(Verdict::DefenderWins), [0, 120_000, 127, 0]),
        "ply-split" => ply(Black, "e5e4", said(Verdict::Split), [127, 128, 16_384, 1]),
        "ply-captured" => {
            let ending = ends(Black, FlagCaptured);
            let said = Announcement { ending, ..said(Verdict::ChallengerWins) };
            ply(Black, "a2b2", said, [1, 0, 1, AT])
        }
        "ply-reached" => {
            let said = Announcement { ending: ends(White, FlagReached), ..SILENCE };
            ply(White, "a7a8", said, [1, 0, 1, AT])
        }
        "ply-declared" => {
            let declared = Some((Rank::Flag, Rank::Flag));
            let ending = ends(White, FlagCaptured);
            let said = Announcement { declared, ending, ..said(Verdict::ChallengerWins) };
            ply(White, "i4i5", said, [1, 0, 1, AT])
        }
        "ply-reply" => {
            let declared = Some((Rank::Private, Rank::GeneralOfTheArmy));
            let ending = ends(White, FlagReached);
            let said = Announcement { declared, ending, ..said(Verdict::DefenderWins) };
            ply(Black, "i4i5", said, [1, 0, 1, AT])
        }
        "offered" => Fact::Offered { color: White },
        "declined" => Fact::Declined { color: Black },
        "withdrawn" => Fact::Withdrawn { color: White },
        "flag-shown" => Fact::FlagShown { color: Black, origin: square("d8") },
        "asked" => Fact::Asked { color: Black },
        "paused-agreed" => Fact::Paused { by: By::Seat(White), elapsed: 77 },
        "paused-official" => Fact::Paused { by: official(300, LONG), elapsed: 0 },
        "resumed-system" => Fact::Resumed { by: By::System },
        "resumed-official" => Fact::Resumed { by: official(u32::MAX, "Tuloy") },
        "time-added" => Fact::TimeAdded { to: Black, amount: 15_000_000, by: By::Seat(White) },
        "over-resigned" => over(Win(Black), Resignation, By::Seat(White), 3),
        "over-agreed" => over(Draw, Agreement, By::Seat(Black), 0),
        "over-time" => over(Win(White), Termination::Time, By::System, 1_200_000_001),
        "over-default" => over(Win(White), Default, official(7, "Hindi dumating"), 0),
        "over-left" => over(Win(Black), Termination::Left, By::Seat(Black), 5),
        "over-adjudicated" => over(Draw, Adjudication, official(7, "x"), 9),
        "confirmed" => Fact::Confirmed { account: 128 },
        "corrected" => {
            let ruling = ruling(1, "Mali ang naitala");
            Fact::Corrected { outcome: Win(Black), termination: Adjudication, ruling }
        }
        "aborted-white" => Fact::Aborted { cause: AbortCause::Seat(White) },
        "aborted-not-ready" => Fact::Aborted { cause: AbortCause::NotReady(Black) },
        "aborted-nobody-ready" => Fact::Aborted { cause: AbortCause::NobodyReady },
        "annulled" => {
            let ruling = ruling(1, "Maling set-up ang naipasok");
            Fact::Aborted { cause: AbortCause::Annulled(ruling) }
        }
        "accepted" => Fact::Accepted { color: Black },
        "reinstated" => Fact::Reinstated { ruling: ruling(12, "Binawi ang pagsuko") },
        "taken-back" => Fact::TakenBack { color: Black },
        "recorded" => Fact::Recorded,
        "revealed" => Fact::Revealed,
        "created-three-generals" => Fact::Created {
            play: std::array::from_fn(|at| at as u8),
            terms: Terms::parse(&TERMS.replace("standard", "three-generals")).expect("terms"),
            commitment: None,
        },
        "ready-three-generals" => Fact::Ready { color: Black, nonce: None },
        "started" => Fact::Started,
        "ply-move" => three_generals_ply(White, "c3-c4", None),
        "ply-drop" => three_generals_ply(Black, "R@e5", Some(NoPly { loser: White })),
        "ply-returns" => three_generals_ply(White, "c8xd9+G@h2", None),
        "ply-shot" => three_generals_ply(Black, "e8*e2", Some(Repetition)),
        other => panic!("no event is meant by {other}"),
    }
}

fn over(outcome: Outcome, termination: Termination, by: By, elapsed: i64) -> Fact {
    Fact::Over { outcome, termination, by, elapsed }
}

/// Whether a command makes the event: the golden ones have one where a seat or an official acts.
fn has_command(fact: &Fact) -> bool {
    fact.seat().is_some() || fact.official().is_some()
}

#[test]
fn the_golden_events_are_what_is_written_and_read() {
    let mut kinds = std::collections::BTreeSet::new();
    for (name, bytes) in golden() {
        let fact = meant(name);
        let key = CommandKey {
            id: std::array::from_fn(|at| 0x10 + at as u8),
            digest: std::array::from_fn(|at| 0x18 + at as u8),
        };
        let command = has_command(&fact).then_some(key);
        let at = if name == "created-at-0" { 0 } else { AT };
        let event = Event { at: Micros(at), command, fact };
        assert_eq!(read(&bytes).as_ref(), Ok(&event), "{name}");
        assert_eq!(write(&event), bytes, "{name}");
        kinds.insert(bytes[1]);
    }
    assert_eq!(kinds.into_iter().collect::<Vec<u8>>(), (1..=26).collect::<Vec<u8>>());
}

#[test]
fn a_beginning_is_no_event_and_nothing_may_follow_one() {
    for (name, bytes) in golden() {
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length]).is_err(), "{name}, {length} bytes");
        }
        let longer = [&bytes[..], &[0]].concat();
        let error = read(&longer).expect_err("it is too long");
        assert_eq!(error.fault, EventFault::Bytes(CodecFault::TrailingBytes), "{name}");
        assert_eq!(error.at, bytes.len(), "{name}");
    }
}

#[test]
fn damaged_bytes_are_explained() {
    let bytes = |name: &str| golden().find(|(golden, _)| *golden == name).expect("it is there").1;
    let fault = |bytes: &[u8]| read(bytes).expect_err("it is damaged").fault;
    let mut version = bytes("opened");
    version[0] = 2;
    assert_eq!(fault(&version), EventFault::Bytes(CodecFault::UnknownVersion(2)));
    let mut kind = bytes("opened");
    kind[1] = 27;
    assert_eq!(fault(&kind), EventFault::UnknownKind(27));
    let mut ply = bytes("ply-move");
    let at = ply.windows(5).position(|word| word == b"c3-c4").expect("the ply");
    ply[at] = b'x';
    assert_eq!(fault(&ply), EventFault::Ply);
    let mut terms = bytes("created");
    let at = terms.windows(5).position(|word| word == b"rated").expect("the word");
    terms[at] = b'R';
    assert_eq!(fault(&terms), EventFault::Terms);
    let mut reason = bytes("corrected");
    let last = reason.len() - 1;
    reason[last] = b' ';
    assert_eq!(fault(&reason), EventFault::Reason);
    let mut color = bytes("offered");
    *color.last_mut().expect("bytes") = 2;
    assert_eq!(fault(&color), EventFault::Bytes(CodecFault::OutOfRange));
    let said = read(&color).expect_err("it is damaged").to_string();
    assert!(
        said.contains("event of a play") && said.contains("restore it from a backup"),
        "{said}"
    );
}

fn color() -> impl Strategy<Value = Color> {
    any::<bool>().prop_map(|black| Color::ALL[usize::from(black)])
}

fn time() -> impl Strategy<Value = i64> {
    prop_oneof![0..200_i64, 0..=i64::MAX]
}

fn any_square() -> impl Strategy<Value = Square> {
    (0..SQUARES).prop_map(|index| Square::from_index(index).expect("a square"))
}

fn any_ruling() -> impl Strategy<Value = Ruling> {
    (any::<u32>(), "[a-zñ]{1,8}( [a-zñ]{1,8}){0,40}")
        .prop_map(|(account, reason)| ruling(account, &reason))
}

fn any_by() -> impl Strategy<Value = By> {
    prop_oneof![color().prop_map(By::Seat), any_ruling().prop_map(By::Official), Just(By::System)]
}

fn any_footing() -> impl Strategy<Value = Footing> {
    let flag = proptest::option::of(any_square());
    (any::<u128>(), flag).prop_map(|(bits, flag)| Footing { taken: Squares::from_bits(bits), flag })
}

fn any_result() -> impl Strategy<Value = (Outcome, Termination)> {
    let outcome = prop_oneof![Just(Outcome::Draw), color().prop_map(Outcome::Win)];
    let ends = Termination::ALL.into_iter().filter(|termination| termination.is_final());
    (outcome, proptest::sample::select(ends.collect::<Vec<Termination>>()))
}

fn any_announcement() -> impl Strategy<Value = Announcement> {
    let verdict = proptest::option::of(proptest::sample::select(Verdict::ALL.to_vec()));
    let rank = || proptest::sample::select(Rank::ALL.to_vec());
    let how = proptest::sample::select(vec![Termination::FlagCaptured, Termination::FlagReached]);
    let ending = (color(), how).prop_map(|(winner, termination)| Ending { winner, termination });
    let parts = (verdict, proptest::option::of((rank(), rank())), proptest::option::of(ending));
    parts.prop_map(|(verdict, declared, ending)| Announcement { verdict, declared, ending })
}

fn any_ply() -> impl Strategy<Value = Fact> {
    let times = (time(), time(), time(), time());
    (color(), any_square(), any_square(), any_announcement(), times).prop_map(
        |(color, from, to, said, (spent, credited, left, received))| {
            let mv = Move::new(from, to);
            Fact::Ply(PlyFact {
                color,
                made: PlyMade::Salpakan { mv, said },
                spent,
                credited,
                left,
                received: Micros(received),
            })
        },
    )
}

fn any_three_generals_ply() -> impl Strategy<Value = Fact> {
    let plies = vec!["c3-c4", "c3xd4+", "c8-c9+", "c8xb9+J@e2", "P@e5", "e2*e8"];
    let ends = vec![0, 1, 2];
    let parts = (color(), prop::sample::select(plies), prop::sample::select(ends));
    parts.prop_map(|(color, ply, end)| {
        let loser = color.opponent();
        let ending = match end {
            0 => None,
            1 => Some(three_generals::Ending::NoPly { loser }),
            _ => Some(three_generals::Ending::Repetition),
        };
        three_generals_ply(color, ply, ending)
    })
}

fn any_cause() -> impl Strategy<Value = AbortCause> {
    prop_oneof![
        color().prop_map(AbortCause::Seat),
        color().prop_map(AbortCause::NotReady),
        Just(AbortCause::NobodyReady),
        any_ruling().prop_map(AbortCause::Annulled),
    ]
}

fn any_fact() -> impl Strategy<Value = Fact> {
    prop_oneof![
        (any::<[u8; 10]>(), sound_terms(), any::<[u8; 32]>()).prop_map(
            |(play, terms, commitment)| Fact::Created { play, terms, commitment: Some(commitment) }
        ),
        (any::<[u8; 10]>(), sound_terms()).prop_map(|(play, terms)| Fact::Created {
            play,
            terms,
            commitment: None
        }),
        proptest::sample::select(vec![Fact::Opened, Fact::Started, Fact::Recorded, Fact::Revealed]),
        color().prop_map(|color| Fact::Ready { color, nonce: None }),
        any_three_generals_ply(),
        (color(), any::<[u8; 32]>())
            .prop_map(|(color, nonce)| Fact::Ready { color, nonce: Some(nonce) }),
        (color(), any::<[u8; 32]>(), any_footing(), any_footing()).prop_map(
            |(first, seed, white, black)| {
                let footings = ByColor { white, black };
                Fact::Begun { first, seed: Seed(seed), footings }
            }
        ),
        any_ply(),
        color().prop_map(|color| Fact::Offered { color }),
        color().prop_map(|color| Fact::Declined { color }),
        color().prop_map(|color| Fact::Withdrawn { color }),
        color().prop_map(|color| Fact::Asked { color }),
        (color(), any_square()).prop_map(|(color, origin)| Fact::FlagShown { color, origin }),
        (any_by(), time()).prop_map(|(by, elapsed)| Fact::Paused { by, elapsed }),
        any_by().prop_map(|by| Fact::Resumed { by }),
        prop::sample::select(Color::ALL.to_vec()).prop_map(|color| Fact::TakenBack { color }),
        (color(), time(), any_by()).prop_map(|(to, amount, by)| Fact::TimeAdded { to, amount, by }),
        (any_result(), any_by(), time()).prop_map(|((outcome, termination), by, elapsed)| {
            Fact::Over { outcome, termination, by, elapsed }
        }),
        any::<u32>().prop_map(|account| Fact::Confirmed { account }),
        (any_result(), any_ruling()).prop_map(|((outcome, termination), ruling)| {
            Fact::Corrected { outcome, termination, ruling }
        }),
        any_ruling().prop_map(|ruling| Fact::Reinstated { ruling }),
        prop::sample::select(&Color::ALL[..]).prop_map(|color| Fact::Accepted { color }),
        any_cause().prop_map(|cause| Fact::Aborted { cause }),
    ]
}

prop_compose! {
    pub fn any_event()(
        at in time(), command in proptest::option::of(any::<([u8; 8], [u8; 8])>()),
        fact in any_fact(),
    ) -> Event {
        Event { at: Micros(at), command: command.map(|(id, digest)| CommandKey { id, digest }), fact }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn an_event_comes_back_as_it_was_written(event in any_event()) {
        prop_assert_eq!(read(&write(&event)), Ok(event));
    }

    #[test]
    fn a_damaged_event_is_refused_or_the_one_form_of_another(
        event in any_event(), at: prop::sample::Index, with: u8, cut in 0..3_usize,
    ) {
        let mut bytes = write(&event);
        let at = at.index(bytes.len());
        bytes[at] = with;
        bytes.truncate(bytes.len() - cut);
        if let Ok(other) = read(&bytes) {
            prop_assert_eq!(write(&other), bytes);
        }
    }

    #[test]
    fn any_bytes_are_refused_or_the_one_form_of_an_event(
        bytes in prop::collection::vec(prop_oneof![Just(1_u8), 0..20_u8, any::<u8>()], 0..60),
    ) {
        if let Ok(event) = read(&bytes) {
            prop_assert_eq!(write(&event), bytes);
        }
    }
}
