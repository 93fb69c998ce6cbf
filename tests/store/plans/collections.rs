//! What pages of collections ask and write, each use case once.

use adjutant_service::access::Actor;
use adjutant_service::collections::{self, ChapterDraft, CollectionTarget, CollectionText};
use adjutant_service::games::{self, Filter};
use adjutant_service::{App, reviews};

use crate::support::NOW;

pub fn ask(app: &App, me: &Actor) {
    collections::authorize(me).expect("he may");
    let all = games::page(app, &Filter::default(), None, 50).expect("a page").items;
    let open = all.iter().find(|game| game.revealed).expect("one is over");
    let game = games::get(app, open.id).expect("a game");
    let review = reviews::begin(app, me, game.head(), "Mine", NOW).expect("begun");
    let words = CollectionText { title: "A collection".to_owned(), description: String::new() };
    let id = collections::create(app, me, &words, NOW).expect("made");
    let draft = ChapterDraft { review: Some(review), ..ChapterDraft::default() };
    let own = CollectionTarget::Existing(id);
    let (_, one) = collections::add_game(app, me, &own, (game.head(), &draft), NOW).expect("added");
    let (_, other) =
        collections::add_game(app, me, &own, (game.head(), &draft), NOW).expect("added");
    collections::edit(app, me, id, &words, NOW).expect("edited");
    collections::edit_chapter(app, me, (id, one), (game.head(), &draft), NOW).expect("edited");
    collections::move_chapter(app, me, (id, other), 1, NOW).expect("placed");
    collections::remove_chapter(app, me, (id, one), NOW).expect("removed");
    collections::set_published(app, me, id, true, NOW).expect("published");
    for before in [None, Some(5)] {
        collections::published(app, &Actor::nobody(), before).expect("a page");
    }
    assert_eq!(collections::get(app, &Actor::nobody(), id).expect("it is there").chapters.len(), 1);
    assert_eq!(collections::own_collections(app, me).expect("a list").len(), 1);
    collections::remove(app, me, id).expect("removed");
}
