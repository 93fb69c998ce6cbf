//! Keys of requests, on both databases and beside another server.

use adjutant_domain::moment::Micros;
use adjutant_service::access::Actor;
use adjutant_service::idempotency::{self, Answered, ClientKey, Known, LIFE};

use crate::support::{Place, on_both_engines};

const NOW: Micros = Micros(1_767_225_600_000_000);

fn key() -> ClientKey {
    idempotency::key_of(&Actor::for_command(), "0123456789abcdef")
        .expect("who has the operator's token")
}

on_both_engines! {
    fn another_server_knows_what_is_in_progress_and_what_was_answered(place: &Place) {
        let (one, other) = (place.open(), place.open());
        let answered = Answered { fingerprint: vec![7; 32], answer: b"an answer".to_vec() };
        assert_eq!(idempotency::claim(&one, &key(), NOW).expect("claimed"), Known::New);
        assert_eq!(idempotency::claim(&other, &key(), NOW).expect("known"), Known::InProgress);
        idempotency::keep(&one, &key(), &answered).expect("kept");
        let known = idempotency::claim(&other, &key(), NOW + (LIFE - 1)).expect("known");
        assert_eq!(known, Known::Answered(answered));
        assert_eq!(idempotency::claim(&other, &key(), NOW + LIFE).expect("claimed"), Known::New);
        idempotency::release(&other, &key()).expect("released");
        assert_eq!(idempotency::claim(&one, &key(), NOW + LIFE).expect("claimed"), Known::New);
        assert!(idempotency::key_of(&Actor::nobody(), "0123456789abcdef").is_none());
    }
}
