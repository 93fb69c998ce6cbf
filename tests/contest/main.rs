//! Events as their officials run them: from registration to the final standings, and how their facts are written.

mod announcing;
mod arranged;
mod arranged_walks;
mod elsewhere;
mod event;
mod explain;
mod finish;
mod golden;
mod grace;
mod halves;
mod here;
mod league;
mod prizes;
mod random;
mod registration;
mod results;
mod rounds;
mod stages;
mod stewards;
mod taken_back;
mod team_walks;
mod teams;
mod walks;
mod weekend;
mod withdrawing;
mod written;
