//! Planted leaks: what was heard in both worlds is heard once more with one leak in it, as a careless
//! hand would have made it, and each time the comparison must notice. The leak stands between the
//! site and the test, so that the site itself has no door to both armies that could be left open.

use std::sync::{Arc, LazyLock};

use salpakan::rules::{ByColor, Color, Deployment, Rank, Square};

use crate::course::Heard;
use crate::looks::Look;
use crate::pairs::Pair;
use crate::people::Who;
use crate::worlds::{difference, heard_in_both};

/// Enough that each kind of moment comes up; of those that go on, too.
const PAIRS: u64 = 32;
const OPEN: u64 = 20;

/// What a leak can draw on: the armies of its world.
struct Secret<'a> {
    pair: &'a Pair,
    armies: &'a ByColor<Deployment>,
}

impl Secret<'_> {
    fn notation(&self) -> String {
        Color::ALL.map(|color| self.armies[color].notation()).join(" ")
    }

    fn at(&self, square: &str) -> Option<Rank> {
        let square: Square = Square::all().find(|one| one.to_string() == square)?;
        Color::ALL.into_iter().find_map(|color| self.armies[color].rank_at(square))
    }

    /// A number that depends on all ranks.
    fn number(&self) -> u64 {
        let hash = blake3::hash(self.notation().as_bytes());
        u64::from_le_bytes(*hash.as_bytes().first_chunk().expect("32 bytes"))
    }

    fn flag(&self) -> String {
        Color::ALL
            .map(|color| self.armies[color].flag().map_or("-".into(), |at| at.to_string()))
            .join("")
    }
}

/// Changes what somebody heard; whether it had anything to change.
type Leak = fn(&Secret<'_>, &mut Heard) -> bool;

impl Heard {
    fn is(&self, look: Look) -> bool {
        self.look == look && self.answer.status < 300
    }

    /// Of the page of the game, as its viewer sees it.
    fn table(&self) -> bool {
        matches!(self.look, Look::Table | Look::Chosen | Look::Resigning)
            && self.answer.status < 300
    }

    fn exchange(&mut self, from: &str, to: &str) -> bool {
        let text = self.answer.text();
        self.answer.pieces = vec![text.replacen(from, to, 1).into_bytes()];
        text.contains(from)
    }

    fn add(&mut self, words: &str) -> bool {
        self.answer.pieces.push(words.as_bytes().to_vec());
        true
    }

    fn header(&mut self, name: &str, value: String) -> bool {
        self.answer.headers.push((name.to_owned(), value));
        true
    }

    /// Changes the answer as JSON.
    fn edit(&mut self, edit: impl FnOnce(&mut serde_json::Value) -> bool) -> bool {
        let mut json = self.answer.json();
        let done = edit(&mut json);
        self.answer.pieces = vec![json.to_string().into_bytes()];
        done
    }
}

fn pieces(json: &mut serde_json::Value) -> Option<&mut Vec<serde_json::Value>> {
    json.get_mut("pieces")?.as_array_mut()
}

fn officer(rank: Rank) -> bool {
    !matches!(rank, Rank::Flag | Rank::Spy | Rank::Private)
}

fn origin(piece: &serde_json::Value) -> String {
    piece["origin"].as_str().unwrap_or_default().to_owned()
}

/// The leak of each channel that is a place where somebody hears something.
const LEAKS: &[(&str, Leak)] = &[
    ("L01", |secret, heard| {
        heard.is(Look::Answer)
            && heard.edit(|json| {
                let piece = pieces(json).and_then(|all| all.last_mut());
                let Some(piece) = piece else { return false };
                let rank = secret.at(&origin(piece)).map(|rank| rank.letter().to_string());
                piece["rank"] = rank.into();
                true
            })
    }),
    ("L02", |secret, heard| {
        heard.is(Look::Answer)
            && heard.edit(|json| {
                let Some(all) = pieces(json) else { return false };
                let mut order: Vec<(Option<Rank>, String)> =
                    all.iter().map(|piece| (secret.at(&origin(piece)), origin(piece))).collect();
                order.sort_by_key(|(rank, _)| rank.map(Rank::index));
                for piece in all.iter_mut() {
                    let own = origin(piece);
                    piece["id"] = order.iter().position(|(_, origin)| *origin == own).into();
                }
                !all.is_empty()
            })
    }),
    ("L03", |secret, heard| {
        heard.is(Look::Answer)
            && heard.edit(|json| {
                let Some(all) = pieces(json) else { return false };
                all.sort_by_key(|piece| secret.at(&origin(piece)).map(Rank::index));
                !all.is_empty()
            })
    }),
    ("L04", |secret, heard| {
        let later = secret.number() % 2 == 0;
        heard.is(Look::Answer)
            && later
            && heard.exchange("\"running\":", "\"gone\":null,\"running\":")
    }),
    ("L05", |secret, heard| {
        let mut fallen: Vec<char> = Vec::new();
        let board = secret.pair.timeline.board_after(heard.ply as u32);
        for (square, rank) in Color::ALL.into_iter().flat_map(|c| secret.armies[c].pieces()) {
            if !board.pieces().any(|(_, piece)| piece.origin == square) {
                fallen.push(rank.letter());
            }
        }
        fallen.sort_unstable();
        let tray: String = fallen.into_iter().collect();
        heard.table() && !tray.is_empty() && heard.add(&format!("<ol class=\"tray\">{tray}</ol>"))
    }),
    ("L06", |secret, heard| {
        let tie =
            heard.look == Look::Frames && heard.answer.text().contains("\"verdict\":\"split\"");
        let first = if secret.number() % 2 == 0 { "attacker" } else { "defender" };
        tie && heard.add(&format!("removed first: {first}"))
    }),
    ("L07", |secret, heard| {
        heard.is(Look::Answer)
            && heard.edit(|json| {
                let Some(all) = pieces(json) else { return false };
                for piece in all.iter_mut().filter(|piece| piece.get("rank").is_none()) {
                    if secret.at(&origin(piece)).is_some_and(officer) {
                        piece["rank"] = serde_json::Value::Null;
                    }
                }
                !all.is_empty()
            })
    }),
    ("L08", |secret, heard| {
        heard.is(Look::Command) && heard.add(&format!("{{\"before\":\"{}\"}}", secret.notation()))
    }),
    ("L09", |secret, heard| {
        heard.is(Look::Answer)
            && heard.edit(|json| {
                let plies = json.get_mut("plies").and_then(|plies| plies.as_array_mut());
                let Some(ply) = plies.and_then(|plies| plies.first_mut()) else { return false };
                let from = ply.as_str().map(|ply| ply[..2].to_owned()).unwrap_or_default();
                let good = secret.at(&from).is_some_and(officer);
                *ply = format!("{from}{}", if good { "!" } else { "?" }).into();
                true
            })
    }),
    ("L10", |secret, heard| {
        let more = secret.number() % 2;
        heard.is(Look::Answer)
            && heard.edit(|json| {
                json["version"] = (json["version"].as_u64().unwrap_or_default() + more).into();
                true
            })
    }),
    ("L11", |secret, heard| {
        let to = format!("data-flags=\"{}\" data-moves=\"", secret.flag());
        heard.table() && heard.exchange("data-moves=\"", &to)
    }),
    ("L12", |secret, heard| {
        let to_go = |color: Color| secret.armies[color].flag().map(|at| at.depth(color));
        let to_go = Color::ALL.map(to_go);
        heard.is(Look::Answer)
            && heard.ply > 0
            && heard.add(&format!("{{\"flags_to_go\":{to_go:?}}}"))
    }),
    ("L13", |secret, heard| {
        let won = secret.number() % 2 == 0;
        won && heard.is(Look::Answer) && heard.exchange("\"in-play\"", "\"ended\"")
    }),
    ("L14", |secret, heard| {
        let refused = heard.look == Look::Command && heard.answer.status >= 400;
        refused && heard.add(&format!("{:?}", secret.number() % 3))
    }),
    ("L15", |secret, heard| {
        let there = matches!(heard.look, Look::NoReplay | Look::NoReplayAnswer | Look::NoPicture);
        if there {
            heard.answer.status = 400 + (secret.number() % 20) as u16;
        }
        there
    }),
    ("L16", |secret, heard| {
        let other = heard.who.color().is_none() && heard.look == Look::Frames && heard.ply == 0;
        let first = secret.armies.white.pieces().next().map(|(_, rank)| rank.letter());
        other && heard.add(&format!("White's army is short of {first:?}"))
    }),
    ("L17", |secret, heard| {
        let list = matches!(heard.look, Look::Games | Look::GamesAnswer);
        list && heard.add(&format!("{} games with a Spy in front", secret.number() % 9))
    }),
    ("L19", |secret, heard| {
        let known = blake3::hash(secret.notation().as_bytes()).to_hex();
        heard.is(Look::Answer) && heard.add(&format!("{{\"formation\":\"{}\"}}", &known[..8]))
    }),
    ("L20", |secret, heard| {
        let begun = heard.look == Look::Frames && heard.answer.text().contains("\"begun\"");
        let unsalted = blake3::hash(secret.notation().as_bytes()).to_hex();
        begun && heard.add(&format!("commitment {unsalted}"))
    }),
    ("L21", |secret, heard| {
        heard.is(Look::Answer) && heard.header("etag", format!("\"{:x}\"", secret.number()))
    }),
    ("L22", |secret, heard| {
        heard.is(Look::Table) && heard.header("set-cookie", format!("draft={}", secret.notation()))
    }),
    ("L23", |secret, heard| {
        let timing = format!("judge;desc=\"{}\"", secret.number() % 5);
        heard.is(Look::Command) && heard.header("server-timing", timing)
    }),
    ("L24", |secret, heard| {
        heard.is(Look::Answer) && heard.add(&format!("{{\"include\":\"{}\"}}", secret.notation()))
    }),
    ("L25", |secret, heard| {
        let other = heard.look == Look::Frames && heard.who.color().is_none();
        let piece = secret.armies.black.notation();
        let piece2 = secret.armies.white.notation();
        other && heard.add(&format!("data: {{\"seat\":\"{piece}{piece2}\"}}\n\n"))
    }),
    ("L26", |secret, heard| {
        // Only where somebody has come again in the middle.
        let again = heard.look == Look::Frames && heard.what.starts_with("GET") && heard.ply > 0;
        again && heard.add(&format!("data: {{\"before\":\"{}\"}}\n\n", secret.notation()))
    }),
    ("L27", |secret, heard| {
        let one = heard.look == Look::Frames && heard.answer.pieces.len() == 1;
        if one && secret.number() % 2 == 0 {
            let half = heard.answer.pieces[0].len() / 2;
            let rest = heard.answer.pieces[0].split_off(half);
            heard.answer.pieces.push(rest);
        }
        one
    }),
    ("L28", |secret, heard| {
        let richer = matches!(heard.who, Who::Spectator | Who::Nobody) && heard.is(Look::Answer);
        richer && heard.add(&secret.notation())
    }),
    ("L29", |secret, heard| {
        heard.who == Who::Official && heard.is(Look::Answer) && heard.add(&secret.notation())
    }),
    ("L30", |secret, heard| {
        let list = matches!(heard.look, Look::Lobby | Look::Home);
        list && heard.add(&format!("<img src=\"/thumbnail/{:x}.png\">", secret.number()))
    }),
    ("L32", |secret, heard| heard.look == Look::NoRecord && heard.add(&secret.notation())),
    ("L33", |secret, heard| {
        heard.is(Look::Player) && heard.add(&format!("Spies lost: {}", secret.number() % 7))
    }),
    ("L34", |secret, heard| {
        heard.is(Look::Home) && heard.add(&format!("badge {}", secret.number() % 7))
    }),
    ("L35", |secret, heard| {
        heard.is(Look::PlayerAnswer)
            && heard.add(&format!("{{\"expected\":{}}}", secret.number() % 99))
    }),
    ("L37", |secret, heard| {
        heard.table() && heard.add(&format!("hint: beware of {}", secret.flag()))
    }),
    ("L38", |secret, heard| {
        let fell = heard.look == Look::Frames && heard.answer.text().contains("\"verdict\":\"");
        fell && heard
            .add(&format!("data: {{\"system\":\"rank {} fell\"}}\n\n", secret.number() % 15))
    }),
    ("L40", |secret, heard| {
        heard.table() && heard.exchange("<title>", &format!("<title>{} ", secret.flag()))
    }),
    ("L41", |secret, heard| {
        heard.table()
            && heard.exchange("class=\"piece", &format!("class=\"r{} piece", secret.number() % 15))
    }),
    ("L42", |secret, heard| {
        let picture = format!("/static/rank-{}.svg#rank-hidden", secret.number() % 15);
        heard.table() && heard.exchange("#rank-hidden", &picture)
    }),
    ("L43", |secret, heard| {
        let sound = format!("data-sound=\"{}\" data-number=\"", secret.number() % 15);
        heard.table() && heard.exchange("data-number=\"", &sound)
    }),
    ("L46", |secret, heard| {
        let moved = heard.look == Look::Command && heard.answer.status == 303;
        moved && heard.header("location", format!("/play?mine={}", secret.notation()))
    }),
    ("L48", |secret, heard| {
        let open = secret.number() % 2 == 0;
        heard.is(Look::Answer)
            && open
            && heard.header("access-control-allow-origin", "*".to_owned())
    }),
    ("L52", |secret, heard| {
        let early = heard.look == Look::Frames && heard.ply == 0 && !heard.answer.pieces.is_empty();
        early && heard.add(&format!("data: {{\"placed\":\"{}\"}}\n\n", secret.flag()))
    }),
    ("L53", |secret, heard| {
        // The player's own view, as long as it packs.
        let own = heard.who.color().is_some_and(|own| secret.pair.hidden.contains(&own));
        let short = secret.number() as usize % 40;
        if own && heard.is(Look::Answer) {
            let mut packed = heard.answer.pieces.concat();
            packed.truncate(packed.len().saturating_sub(short));
            heard.answer.pieces = vec![packed];
            return true;
        }
        false
    }),
    ("L54", |secret, heard| {
        let own = heard.who.color().filter(|own| secret.pair.hidden.contains(own));
        let Some(own) = own.filter(|_| heard.is(Look::Answer)) else { return false };
        let spelled = secret.armies[own].pieces().next().map(|(_, rank)| rank.name());
        heard.add(spelled.unwrap_or_default())
    }),
    ("L59", |secret, heard| {
        heard.look == Look::Command
            && heard.header("retry-after", (secret.number() % 9).to_string())
    }),
    ("L61", |secret, heard| {
        if heard.look == Look::Command && secret.number() % 4 == 0 {
            heard.answer.status = 500;
            return heard.add("panicked: no such rank");
        }
        heard.look == Look::Command
    }),
    ("L63", |secret, heard| {
        let figures = heard.look == Look::Metrics;
        figures && heard.add(&format!("falls_total{{rank=\"{}\"}} 1", secret.number() % 15))
    }),
    ("L69", |secret, heard| {
        // A spectator who once had a side in another game.
        heard.who == Who::Spectator
            && heard.table()
            && heard.add(&secret.armies.white.notation())
            && heard.add(&secret.armies.black.notation())
    }),
    ("L70", |secret, heard| {
        let next = heard.table() && heard.ply == 0;
        next && heard.add(&format!("<option value=\"{}\">as last time</option>", secret.notation()))
    }),
    ("L71", |secret, heard| {
        let aborted = heard.is(Look::Answer) && heard.answer.text().contains("\"aborted\"");
        aborted && heard.add(&secret.notation())
    }),
    ("N01", |secret, heard| {
        let notices = heard.is(Look::Notices) || heard.is(Look::Bell);
        notices && heard.add(&format!("{} of your Spies fell", secret.number() % 3))
    }),
    ("N04", |secret, heard| heard.who == Who::Guest && heard.table() && heard.add(&secret.flag())),
    ("N05", |secret, heard| {
        let found = heard.is(Look::Search)
            || heard.is(Look::SearchByGame)
            || heard.is(Look::SearchAnswer)
            || heard.is(Look::Suggestions);
        found && heard.add(&format!("<li>a game with {} in front</li>", secret.flag()))
    }),
    ("N06", |secret, heard| {
        let strong = format!("\"strength\":{},\"white\":", secret.number() % 99);
        let is_presence = heard.answer.text().contains("event: presence");
        heard.look == Look::Frames && is_presence && heard.exchange("\"white\":", &strong)
    }),
];

/// What was heard of each pair in both worlds.
type Both = Vec<(Arc<Vec<Pair>>, Vec<[Vec<Heard>; 2]>)>;

static HEARD: LazyLock<Both> = LazyLock::new(|| {
    let all = [Pair::many(0, OPEN, true), Pair::many(0, PAIRS, false)];
    all.into_iter().map(|pairs| (Arc::clone(&pairs), heard_in_both(&pairs))).collect()
});

fn heard() -> impl Iterator<Item = (&'static Pair, &'static [Vec<Heard>; 2])> {
    HEARD.iter().flat_map(|(pairs, heard)| pairs.iter().zip(heard))
}

/// How often a leak found its place, and whether the comparison noticed it.
fn plant(leak: Leak) -> (usize, bool) {
    let (mut planted, mut noticed) = (0, false);
    for (pair, both) in heard() {
        let mut both = both.clone();
        for (heard, armies) in both.iter_mut().zip(&pair.armies) {
            let secret = Secret { pair, armies };
            planted += heard.iter_mut().filter_map(|one| leak(&secret, one).then_some(())).count();
        }
        noticed |= difference(pair, &both[0], &both[1]).is_some();
    }
    (planted, noticed)
}

/// The channels whose leak is planted here.
pub fn planted() -> Vec<&'static str> {
    LEAKS.iter().map(|(channel, _)| *channel).collect()
}

#[test]
fn each_planted_leak_is_noticed() {
    for (pair, [one, other]) in heard() {
        assert_eq!(difference(pair, one, other), None, "without a leak there is nothing to notice");
    }
    let unnoticed: Vec<_> = LEAKS
        .iter()
        .map(|(channel, leak)| (channel, plant(*leak)))
        .filter(|(_, (planted, noticed))| *planted == 0 || !noticed)
        .collect();
    assert!(
        unnoticed.is_empty(),
        "how often it was planted, and whether it was noticed: {unnoticed:?}"
    );
}
