//! Swiss pairing: published tournaments paired again and explained, general properties, and TRF files; tie-breaks and
//! standings; round robins, Keizer, arenas, groups, knock-outs, series, teams, and stages.

mod arena;
mod berger;
mod explain;
mod files;
mod groups;
mod keizer;
mod kept;
mod knockout;
mod random;
mod rounds;
mod series;
mod standings;
mod teams;
mod tiebreaks;
mod tournaments;
