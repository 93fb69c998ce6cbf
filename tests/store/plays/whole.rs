//! A place with people and plays in every state, as the service leaves them.

use adjutant_domain::moment::Micros;
use adjutant_domain::play::{self, Event, Fact, Footing, Outage, Seed, Terms};
use adjutant_store::outages;
use adjutant_store::plays::{
    self, AppendOutcome, NewEvent, NewPlay, PlayAppend, PlayRowUpdate, SeatHolder, State,
};
use adjutant_store::seal::{SealedKind, Sealer};
use adjutant_store::seeks::{self, NewSeekRow};
use adjutant_store::{Store, play_notes, play_reports, set_ups, toss_seeds};
use salpakan::clock::Pace;
use salpakan::record::codec::encode_army;
use salpakan::rules::{ByColor, Color, RuleSet};

use super::{casual, id_of, player, store, write};
use crate::random_play::Random;
use crate::support::{NOW, Place};

/// What lies in it.
pub struct Whole {
    pub store: Store,
    pub sealer: Sealer,
    /// The first waits, the second is in play, the third is over.
    pub plays: [i32; 3],
    /// Of Ana, who has account 1, and Ben, who has account 2.
    pub players: [i32; 2],
}

pub const NOTES: &str = "e6 fled from my Spy: an officer";
pub const REPORT: &str = "Ben says bad words";

fn nonce(random: &mut Random) -> [u8; 24] {
    std::array::from_fn(|_| random.next() as u8)
}

fn terms() -> Terms {
    let pace: Pace = "600+5".parse().expect("a pace");
    Terms::casual(RuleSet::STANDARD.into(), pace)
}

/// The byte form of a fact at a moment.
pub fn stored(at: Micros, fact: Fact) -> NewEvent {
    NewEvent { at, body: play::write(&Event { at, command: None, fact }) }
}

/// Opens the service once, so that there is a key, and puts everything in.
pub fn whole(place: &Place) -> Whole {
    drop(place.open());
    let (store, sealer) =
        (store(place), Sealer::load(&place.settings().key_file).expect("the key"));
    let players = ["Ana", "Ben"].map(|name| player(&store, name));
    let empty = if place.postgres.is_some() { "''::bytea" } else { "x''" };
    for (id, name, player) in [(1, "ana", players[0]), (2, "ben", players[1])] {
        place.run_sql(&format!(
            "INSERT INTO accounts VALUES ({id}, '{name}', '{name}', '{name}', '{name}@example.org', \
             '{name}@example.org', 1, 'a hash', 0, 0, {player}, {empty}, 0, 0, 'en', {NOW}, {NOW}, \
             {NOW}, 0); UPDATE counters SET value = {id} WHERE name = 'accounts'"
        ));
    }
    let mut random = Random(1);
    let made = [1, 2, 3].map(|number| created(&store, &sealer, players, number, &mut random));
    let plays = made.map(|(play, _)| play);
    begin(&store, &sealer, 2, made[1], &mut random);
    abort(&store, &sealer, 3, plays[2], &mut random);
    beside(&store, &sealer, plays, players, &mut random);
    Whole { store, sealer, plays, players }
}

/// A play with its first two events and the seed of its toss.
fn created(
    store: &Store,
    sealer: &Sealer,
    players: [i32; 2],
    number: u64,
    random: &mut Random,
) -> (i32, Seed) {
    let seed = Seed(std::array::from_fn(|_| random.next() as u8));
    let public_id = id_of(number);
    let commitment = Some(seed.commitment(&public_id));
    let created = Fact::Created { play: public_id, terms: terms(), commitment };
    let events = [stored(NOW, created), stored(NOW + 1, Fact::Opened)];
    let seats = ByColor::new(
        SeatHolder { player: players[0], account: Some(1) },
        SeatHolder { player: players[1], account: Some(2) },
    );
    let new = NewPlay {
        state: State::Deploying,
        due_at: NOW + 600,
        events: &events,
        ..casual(number, seats)
    };
    let body =
        sealer.seal(SealedKind::TossSeed, &public_id, &seed.0, nonce(random)).expect("sealed");
    let id = write(store, |connection| {
        let id = plays::add(connection, &new)?;
        assert!(toss_seeds::insert_once(connection, id, &body)?);
        Ok(id)
    });
    (id, seed)
}

fn append(store: &Store, play: i32, after: PlayRowUpdate, events: Vec<NewEvent>) {
    let append = PlayAppend { play, version: 2, after, events };
    let appended = write(store, |connection| plays::append(connection, &append));
    assert_eq!(appended, AppendOutcome::Stored);
}

/// Puts in a side's army; gives what is public of it when play begins.
fn hand_in(
    store: &Store,
    sealer: &Sealer,
    (play, number): (i32, u64),
    color: Color,
    random: &mut Random,
) -> Footing {
    let army = random.deployment(&RuleSet::STANDARD, color);
    let arrangement = encode_army(&RuleSet::STANDARD, &army);
    let plain = [&army.squares().bits().to_le_bytes()[..], arrangement.as_slice()].concat();
    let room = SealedKind::SetUp(color);
    let body = sealer.seal(room, &id_of(number), &plain, nonce(random));
    let body = body.expect("sealed");
    assert!(write(store, |connection| set_ups::insert_once(connection, play, color, &body)));
    Footing { taken: army.squares(), flag: None }
}

/// Both hand in, and play begins.
fn begin(
    store: &Store,
    sealer: &Sealer,
    number: u64,
    (play, seed): (i32, Seed),
    random: &mut Random,
) {
    let footings = ByColor::from_fn(|color| hand_in(store, sealer, (play, number), color, random));
    let nonces = ByColor::from_fn(|_| std::array::from_fn(|_| random.next() as u8));
    let first = seed.first(&id_of(number), &nonces);
    let ready = |color: Color| Fact::Ready { color, nonce: Some(nonces[color]) };
    let events = vec![
        stored(NOW + 2, ready(Color::White)),
        stored(NOW + 3, ready(Color::Black)),
        stored(NOW + 4, Fact::Begun { first, seed, footings }),
    ];
    let after = PlayRowUpdate {
        state: State::InPlay,
        due_at: NOW + 700,
        ended_at: Micros(0),
        game_id: None,
    };
    append(store, play, after, events);
}

/// White hands in and goes away.
fn abort(store: &Store, sealer: &Sealer, number: u64, play: i32, random: &mut Random) {
    hand_in(store, sealer, (play, number), Color::White, random);
    let cause = play::AbortCause::Seat(Color::White);
    let events = vec![
        stored(NOW + 2, Fact::Ready { color: Color::White, nonce: Some([3; 32]) }),
        stored(NOW + 9, Fact::Aborted { cause }),
    ];
    let after = PlayRowUpdate {
        state: State::Aborted,
        due_at: Micros(0),
        ended_at: NOW + 9,
        game_id: None,
    };
    append(store, play, after, events);
}

/// Notes, a report, a seek, an invitation and an outage.
fn beside(
    store: &Store,
    sealer: &Sealer,
    played: [i32; 3],
    players: [i32; 2],
    random: &mut Random,
) {
    write(store, |connection| {
        let row = plays::by_id(connection, played[1])?.expect("it is there");
        let seat = row.seat_of(1).expect("Ana's seat");
        let room = SealedKind::Notes(seat.color());
        let body = sealer.seal(room, &row.public_id, NOTES.as_bytes(), nonce(random))?;
        play_notes::put(connection, seat, &body)?;
        play_reports::add(connection, (played[1], 1), REPORT, NOW + 5)?;
        outages::add(connection, Outage { stopped: NOW + 3, resumed: NOW + 4 })?;
        for (number, to_player) in [(1, None), (2, Some(players[1]))] {
            let terms = terms().key();
            seeks::add(
                connection,
                &NewSeekRow {
                    public_id: id_of(number),
                    player_id: players[0],
                    account_id: 1,
                    to_player,
                    terms: terms.as_bytes(),
                    color: to_player.map(|_| Color::Black),
                    by_link: false,
                    created_at: NOW,
                    expires_at: NOW + 100,
                },
            )?;
        }
        Ok(())
    });
}
