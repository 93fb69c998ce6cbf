//! The site and its API through the front door: the real program on a free port, asked over TCP.

mod access;
mod accounts;
mod acts;
mod answers;
mod api_matrix;
mod asvs;
mod beside;
mod by_forms;
mod caching;
mod catalogues;
mod client;
mod description;
mod faults;
mod guarded;
mod hostile;
mod hostile_games;
mod letters;
mod life;
mod lists;
mod lobby;
mod markup;
mod matrix;
mod names;
mod notes;
mod organisations;
mod owners;
mod players;
mod plays;
#[path = "../support/postgres.rs"]
mod postgres;
mod readiness;
mod records;
mod refusals;
mod rosters;
mod routes;
mod rulings;
mod secrecy;
mod service;
mod set_ups;
mod settings;
#[path = "../support/smtp.rs"]
mod smtp;
mod tables;
mod tokens;
mod visitor;
mod world;
