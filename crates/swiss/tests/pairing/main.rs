//! Swiss pairing: published tournaments paired again and explained, what must hold of any pairing, and files that are read;
//! tie-breaks and standings; round robins, groups, knock-outs, series, teams, and the graph of stages.

mod berger;
mod explain;
mod files;
mod groups;
mod knockout;
mod random;
mod rounds;
mod series;
mod standings;
mod teams;
mod tiebreaks;
mod tournaments;
