//! What can be known of hidden ranks: against brute force, by identities, and by proofs made by hand.

mod brute;
mod learned;
mod ledger;
mod proofs;
mod public;
mod support;
mod whole;
