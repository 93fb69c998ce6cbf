//! The rules of the Game of Three Generals, taught with small boards.

use crate::web::prelude::*;
use adjutant_site::assets;
use adjutant_site::three_generals_diagrams::{
    DROP, Diagram, DiagramDrawing, END, GENERALS, RETURN, SET_UP, SHOT, STONE, TROOPS, TURNING,
};

/// A part of the rules by the keys of its texts.
struct Part {
    id: &'static str,
    title: &'static str,
    words: &'static [&'static str],
    /// What this site decided where the inventor's page is silent or has a slip.
    decisions: &'static [&'static str],
    diagrams: &'static [Diagram],
}

const PARTS: [Part; 9] = [
    Part {
        id: "board",
        title: "tg-rules-board",
        words: &["tg-rules-board-words", "tg-rules-board-turns"],
        decisions: &["tg-rules-decided-first", "tg-rules-decided-set-up"],
        diagrams: &SET_UP,
    },
    Part {
        id: "pieces",
        title: "tg-rules-pieces",
        words: &["tg-rules-pieces-words", "tg-rules-legend"],
        decisions: &[],
        diagrams: &TROOPS,
    },
    Part {
        id: "generals",
        title: "tg-rules-generals",
        words: &["tg-rules-generals-words", "tg-rules-generals-lost"],
        decisions: &["tg-rules-decided-check"],
        diagrams: &GENERALS,
    },
    Part {
        id: "stone",
        title: "tg-rules-command",
        words: &["tg-rules-command-words"],
        decisions: &["tg-rules-decided-stone"],
        diagrams: &STONE,
    },
    Part {
        id: "shooting",
        title: "tg-rules-shooting",
        words: &["tg-rules-shooting-words"],
        decisions: &[],
        diagrams: &SHOT,
    },
    Part {
        id: "turning",
        title: "tg-rules-turning",
        words: &["tg-rules-turning-words", "tg-rules-turning-origin"],
        decisions: &["tg-rules-decided-last-row"],
        diagrams: &TURNING,
    },
    Part {
        id: "pawns",
        title: "tg-rules-pawns",
        words: &["tg-rules-pawns-words"],
        decisions: &["tg-rules-decided-squares", "tg-rules-decided-may"],
        diagrams: &RETURN,
    },
    Part {
        id: "drops",
        title: "tg-rules-drops",
        words: &["tg-rules-drops-words"],
        decisions: &["tg-rules-decided-drops"],
        diagrams: &DROP,
    },
    Part {
        id: "end",
        title: "tg-rules-end",
        words: &["tg-rules-end-words", "tg-rules-end-others"],
        decisions: &["tg-rules-decided-draw"],
        diagrams: &END,
    },
];

/// Examples of the notation, with the keys of what they mean.
const NOTATION: [(&str, &str); 6] = [
    ("c3-c4", "tg-rules-written-move"),
    ("c3xd4", "tg-rules-written-capture"),
    ("d6-c7+", "tg-rules-written-turn"),
    ("e6-e7+G@h2", "tg-rules-written-return"),
    ("R@e5", "tg-rules-written-drop"),
    ("e2*e8", "tg-rules-written-shot"),
];

/// A part of the rules as the page shows it.
struct Chapter {
    id: &'static str,
    title: &'static str,
    words: Vec<&'static str>,
    decisions: Vec<&'static str>,
    diagrams: Vec<DiagramDrawing>,
}

#[derive(Template)]
#[template(path = "pages/three-generals-rules.html")]
struct RulesPage {
    frame: PageFrame,
    chapters: Vec<Chapter>,
    notation: [(&'static str, &'static str); NOTATION.len()],
    sprite: &'static str,
    look: &'static str,
}

impl RulesPage {
    /// How many moves a diagram shows, in words.
    fn count(&self, diagram: &DiagramDrawing) -> String {
        self.frame.texts.count("tg-rules-count", diagram.plies.len())
    }
}

/// Shows the rules.
pub async fn show(visit: RequestContext) -> PageResult {
    let texts = visit.texts();
    let told = |keys: &[&str]| keys.iter().map(|key| texts.text(key)).collect();
    let chapter = |part: Part| Chapter {
        id: part.id,
        title: texts.text(part.title),
        words: told(part.words),
        decisions: told(part.decisions),
        diagrams: part.diagrams.iter().map(|one| one.draw(texts)).collect(),
    };
    let page = RulesPage {
        frame: visit.frame(texts.get("tg-rules-title")),
        chapters: PARTS.into_iter().map(chapter).collect(),
        notation: NOTATION.map(|(written, key)| (written, texts.text(key))),
        sprite: assets::address("three-generals.svg"),
        look: assets::address("css/three-generals.css"),
    };
    html(&visit, &page)
}
