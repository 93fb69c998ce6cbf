//! The rules as sentences: what `RULES.md` says is what the arbiter does.

mod challenges;
mod deployments;
mod endings;
mod perft;
mod properties;
mod rulesets;
mod table;
