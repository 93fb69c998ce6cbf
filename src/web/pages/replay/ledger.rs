//! The information ledger on the replay page: the chart under the slider, and the cost of each
//! challenge.

use askama::Template;

use adjutant_service::games::Game;
use adjutant_service::knowing::{self, Account};
use adjutant_site::board::{fill_placeholders, side_name};
use adjutant_site::digits::{push_tenths, tenths};
use adjutant_site::i18n::Texts;
use adjutant_site::json_block::JsonBlock;
use adjutant_site::labels::{format_points, format_signed};
use adjutant_site::markup::Markup;
use adjutant_site::replay::{PlyText, verdict_key};
use salpakan::rules::{ByColor, Color};
use salpakan_knowledge::{Deal, Luck, best_bluff, bluff_index};

use super::knowledge::format_percent;
use super::parts::ReplayAddress;

/// The coordinates of the drawing, which is stretched to the width of the slider.
const CHART_WIDTH: f64 = 1000.0;
const CHART_HEIGHT: f64 = 100.0;
/// Space for the marks of challenges below the curves.
const MARKER_HEIGHT: f64 = 12.0;

#[derive(Template)]
#[template(path = "replay/chart.html")]
struct LedgerChart {
    texts: Texts,
    label: String,
    white: String,
    black: String,
    /// The marks of the challenges.
    ticks: String,
    here: String,
    told_white: String,
    told_black: String,
    data: JsonBlock,
}

/// A ply that revealed something.
struct LedgerRow {
    ply: u32,
    link: String,
    text: String,
    /// The challenger and the result; empty without a challenge.
    what: String,
    white: String,
    black: String,
    /// The challenger's probability of winning before the ply.
    chance: String,
    told_white: String,
    told_black: String,
}

/// The totals of a side.
struct SideAccount {
    name: &'static str,
    told: String,
    still: String,
    luck: String,
    /// Actual and expected wins, whose difference is the luck.
    wins: String,
    index: String,
    threats: String,
    bluff: Option<HighlightedPly>,
}

struct HighlightedPly {
    link: String,
    words: String,
}

#[derive(Template)]
#[template(path = "replay/ledger.html")]
struct LedgerCard {
    texts: Texts,
    sides: [SideAccount; 2],
    dearest: Option<HighlightedPly>,
    rows: Vec<LedgerRow>,
}

/// Renders the ledger of a game for a visitor.
pub struct LedgerView<'a> {
    pub texts: Texts,
    pub game: &'a Game,
    pub account: &'a Account,
    pub address: &'a ReplayAddress,
}

impl LedgerView<'_> {
    /// Renders the chart under the slider.
    pub fn chart(&self) -> Markup {
        let ledger = &self.account.ledger;
        let length = self.game.summary.plies;
        let steps = knowing::steps(ledger);
        let told = |color: Color, ply: u32| ledger.told(color, ply);
        let most = Color::ALL.map(|color| told(color, length)).into_iter().fold(1.0, f64::max);
        let x = |ply: u32| f64::from(ply) / f64::from(length.max(1)) * CHART_WIDTH;
        let y = |bits: f64| {
            CHART_HEIGHT - MARKER_HEIGHT - bits / most * (CHART_HEIGHT - MARKER_HEIGHT - 4.0)
        };
        let curve =
            |color: Color| step_path(steps.iter().map(|ply| (x(*ply), y(told(color, *ply)))));
        let mut ticks = String::new();
        for deal in &ledger.deals {
            ticks.push('M');
            push_tenths(&mut ticks, x(deal.ply));
            ticks.push_str(" 100v-8");
        }
        let bits = |color: Color| tenths(told(color, self.address.ply));
        let at = |ply: &u32| {
            (*ply, round_bits(told(Color::White, *ply)), round_bits(told(Color::Black, *ply)))
        };
        let values = [
            ("white", tenths(told(Color::White, length))),
            ("black", tenths(told(Color::Black, length))),
            ("all", tenths(ledger.hidden(Color::White, 0))),
        ];
        Markup::render(&LedgerChart {
            texts: self.texts,
            label: self.texts.fill("ledger-chart", &values),
            white: curve(Color::White),
            black: curve(Color::Black),
            ticks,
            here: tenths(x(self.address.ply)),
            told_white: bits(Color::White),
            told_black: bits(Color::Black),
            data: JsonBlock::new(&steps.iter().map(at).collect::<Vec<_>>()),
        })
    }

    /// Renders what each side revealed and risked, and the cost of each challenge.
    pub fn card(&self) -> Markup {
        let ledger = &self.account.ledger;
        let dearest = ledger.dearest_capture().and_then(|deal| {
            let captor = deal.captor()?;
            let price = tenths(deal.prices[captor].bits());
            let values = [
                ("side", side_name(self.texts, captor).to_owned()),
                ("ply", deal.ply.to_string()),
                ("bits", price),
            ];
            Some(self.highlighted_ply(deal.ply, self.texts.fill("ledger-dearest-is", &values)))
        });
        Markup::render(&LedgerCard {
            texts: self.texts,
            sides: Color::ALL.map(|color| self.side_account(color)),
            dearest,
            rows: knowing::steps(ledger).into_iter().map(|ply| self.ledger_row(ply)).collect(),
        })
    }

    fn highlighted_ply(&self, ply: u32, words: String) -> HighlightedPly {
        HighlightedPly { link: self.address.at_ply(ply), words }
    }

    fn side_account(&self, color: Color) -> SideAccount {
        let Account { ledger, threats } = self.account;
        let length = self.game.summary.plies;
        let luck: Luck = ledger.luck(color);
        let bluffs = bluff_index(threats, color);
        let bluff = best_bluff(threats, color).map(|best| {
            let values = [
                ("ply", best.ply.to_string()),
                ("seen", format_hundredths(best.seen)),
                ("truth", format_hundredths(best.truth)),
            ];
            self.highlighted_ply(best.ply, self.texts.fill("ledger-bluff-is", &values))
        });
        let wins = [
            ("wins", luck.wins.to_string()),
            ("challenges", luck.challenges.to_string()),
            ("expected", tenths(luck.expected_wins)),
            ("deviation", tenths(luck.deviation)),
        ];
        SideAccount {
            name: side_name(self.texts, color),
            told: tenths(ledger.told(color, length)),
            still: self.texts.one("ledger-still", "bits", tenths(ledger.hidden(color, length))),
            luck: format_signed(luck.surplus()),
            wins: self.texts.fill("ledger-luck-is", &wins),
            index: if bluffs.threats == 0 { "–".to_owned() } else { format_points(bluffs.mean) },
            threats: self.texts.count("ledger-threats", bluffs.threats),
            bluff,
        }
    }

    fn ledger_row(&self, ply: u32) -> LedgerRow {
        let ledger = &self.account.ledger;
        let told = ByColor::from_fn(|color| tenths(ledger.told(color, ply)));
        let deal = ledger.deals.iter().find(|deal| deal.ply == ply);
        let price = |color: Color| {
            deal.map_or_else(|| "–".to_owned(), |deal| tenths(deal.prices[color].bits()))
        };
        let chance = deal.map(|deal| format_percent(deal.prospects.wins.probability()));
        LedgerRow {
            ply,
            link: self.address.at_ply(ply),
            text: self.ply_text(ply),
            what: deal.map(|deal| self.challenge_text(deal)).unwrap_or_default(),
            white: price(Color::White),
            black: price(Color::Black),
            chance: chance.unwrap_or_else(|| "–".to_owned()),
            told_white: told.white,
            told_black: told.black,
        }
    }

    /// The ply in notation.
    fn ply_text(&self, number: u32) -> String {
        let timeline = self.game.stored.timeline();
        let ends = timeline.ending.is_some() && number == timeline.len();
        let ply = (number as usize).checked_sub(1).and_then(|n| timeline.plies.get(n));
        ply.map(|ply| PlyText::from_ply(ply, ends).as_str().to_owned()).unwrap_or_default()
    }

    fn challenge_text(&self, deal: &Deal) -> String {
        let said = self.texts.text(match verdict_key(deal.verdict) {
            "challenger" => "ply-verdict-challenger",
            "defender" => "ply-verdict-defender",
            _ => "ply-verdict-split",
        });
        fill_placeholders(
            "%side%: %said%",
            &[("side", side_name(self.texts, deal.challenger)), ("said", said)],
        )
    }
}

/// A step curve: level from each point to the next, and to the end.
fn step_path(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (n, (x, y)) in points.enumerate() {
        if n == 0 {
            path.push('M');
            push_tenths(&mut path, x);
            path.push(' ');
        } else {
            path.push('H');
            push_tenths(&mut path, x);
            path.push('V');
        }
        push_tenths(&mut path, y);
    }
    path.push('H');
    push_tenths(&mut path, CHART_WIDTH);
    path
}

fn round_bits(bits: f64) -> f64 {
    (bits * 10.0).round() / 10.0
}

fn format_hundredths(share: f64) -> String {
    format!("{:.0}", (share * 100.0).round())
}
