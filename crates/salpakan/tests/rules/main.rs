//! The rules: the arbiter follows `RULES.md`.

mod challenges;
mod deployments;
mod endings;
mod perft;
mod properties;
mod rulesets;
mod table;
