//! Knowledge of hidden ranks: brute force, identities, and proofs by hand.

mod brute;
mod learned;
mod ledger;
mod proofs;
mod public;
mod support;
mod whole;
