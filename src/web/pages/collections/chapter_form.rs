//! Forms for adding a game to a collection and for editing a chapter.

use crate::web::prelude::*;
use adjutant_service::Error;
use adjutant_service::collections::{
    self, Chapter, ChapterDraft, CollectionSummary, CollectionTarget, CollectionText,
    MAX_CHAPTER_TEXT_LEN, MAX_TITLE_LEN,
};
use adjutant_service::games::{self, GameHead};
use adjutant_service::reviews::{self, Review};
use adjutant_site::games::{any_game_heading, load_open_game};

use super::{chapter_address, chapter_title, collection_address};

#[derive(Deserialize)]
struct AddForm {
    collection: String,
    name: String,
    ply: Entry<u32>,
    review: String,
    title: String,
    words: Verbatim,
}

#[derive(Deserialize)]
struct ChapterForm {
    ply: Entry<u32>,
    review: String,
    title: String,
    words: Verbatim,
}

/// The reviews of a game that the visitor may see.
async fn visible_reviews(visit: &RequestContext, game: GameHead) -> PageResult<Vec<Review>> {
    let of = (game.number, game.id);
    visit.run_brief(move |app, actor| reviews::of_game(app, actor, of)).await
}

/// Builds the fields for ply, review, title and text.
fn chapter_fields(
    texts: Texts,
    game: GameHead,
    reviews: &[Review],
    draft: &ChapterDraft,
) -> Vec<Field> {
    let mut choices = vec![Choice::new("", texts.get("chapter-no-review"))];
    let named = |review: &Review| match review.author.as_str() {
        "" => review.title.clone(),
        author => format!("{} ({author})", review.title),
    };
    choices.extend(reviews.iter().map(|own| Choice::new(own.id.to_string(), named(own))));
    let review = draft.review.map(|id| id.to_string()).unwrap_or_default();
    let mut fields = vec![
        Field::number(texts, "ply", "chapter-at")
            .required()
            .hint_text(texts.one("chapter-at-hint", "plies", game.plies))
            .value(draft.ply.to_string()),
    ];
    if choices.len() > 1 {
        fields.push(Field::select(texts, "review", "chapter-review", choices).value(review));
    }
    fields.push(
        Field::text(texts, "title", "chapter-title")
            .hint_text(texts.one("chapter-title-hint", "most", MAX_TITLE_LEN))
            .value(&draft.title),
    );
    fields.push(
        Field::textarea(texts, "words", "chapter-words")
            .hint_text(texts.one("review-words-hint", "most", MAX_CHAPTER_TEXT_LEN))
            .value(&draft.text),
    );
    fields
}

/// Parses the fields; an invalid ply becomes one that no game has.
fn chapter_draft(ply: Entry<u32>, review: &str, title: &str, text: &str) -> ChapterDraft {
    let review = Some(review).filter(|text| !text.is_empty());
    ChapterDraft {
        ply: ply.get().unwrap_or(u32::MAX),
        // No review has an id below 1.
        review: review.map(|text| text.parse().unwrap_or(0)),
        title: title.to_owned(),
        text: text.to_owned(),
    }
}

/// The data of the form for a new chapter.
struct NewChapterContext {
    game: GameHead,
    /// As in the titles of pages.
    players: String,
    own: Vec<CollectionSummary>,
    reviews: Vec<Review>,
}

impl NewChapterContext {
    async fn load(visit: &RequestContext, game: &str) -> PageResult<NewChapterContext> {
        let game = load_open_game(visit, game).await?;
        let own = visit.run_brief(collections::own_collections).await?;
        let reviews = visible_reviews(visit, game.head()).await?;
        let players = any_game_heading(&game);
        Ok(NewChapterContext { game: game.head(), players, own, reviews })
    }

    fn form_page(&self, visit: &RequestContext, draft: &ChapterDraft) -> FormPage {
        let texts = visit.texts();
        let replay = format!("/games/{}", self.game.id);
        let action = format!("{replay}/collect");
        let mut choices: Vec<Choice> =
            self.own.iter().map(|own| Choice::new(own.id.to_string(), &own.title)).collect();
        choices.push(Choice::new("", texts.get("collect-new")));
        let first = self.own.first().map(|own| own.id.to_string()).unwrap_or_default();
        let name = Field::text(texts, "name", "collect-name").hint_text(texts.one(
            "review-title-hint",
            "most",
            MAX_TITLE_LEN,
        ));
        let mut form = visit.form("collect", &action, "collect-add");
        form = match self.own.is_empty() {
            true => form.with_field(name.required()),
            false => form
                .with_field(
                    Field::select(texts, "collection", "collect-into", choices).value(first),
                )
                .with_field(name),
        };
        let all = chapter_fields(texts, self.game, &self.reviews, draft);
        FormPage::new(
            visit,
            AreaHeader::below((self.players.clone(), replay.clone()), texts.get("collect-title")),
        )
        .paragraph("collect-words")
        .form(
            form.with_fields(all)
                .with_alternative(&format!("{replay}?ply={}", draft.ply), "cancel"),
        )
    }
}

/// Shows the form; the query string may name a ply and a review.
pub async fn show(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    let given = parameters.parse(&["ply", "review"]).or_page(&visit)?;
    let ply = given.number("ply", 0..=1_000_000).or_page(&visit)?.unwrap_or(0);
    let review = given.number("review", 1..=2_147_483_647).or_page(&visit)?;
    let adding = NewChapterContext::load(&visit, &path).await?;
    let draft = ChapterDraft { ply: ply.min(adding.game.plies), review, ..ChapterDraft::default() };
    adding.form_page(&visit, &draft).respond(&visit)
}

pub async fn create(visit: RequestContext, path: web::Path<String>, post: Post) -> PageResult {
    let sent = post.read::<AddForm>(&visit).await?;
    let adding = NewChapterContext::load(&visit, &path).await?;
    let into = match sent.collection.as_str() {
        "" => CollectionTarget::New(CollectionText {
            title: sent.name.clone(),
            description: String::new(),
        }),
        text => CollectionTarget::Existing(visit.parse_id(text)?),
    };
    let (draft, game) =
        (chapter_draft(sent.ply, &sent.review, &sent.title, &sent.words), adding.game);
    let own = draft.clone();
    let added = visit.attempt(move |app, actor| {
        collections::add_game(app, actor, &into, (game, &own), now_micros())
    });
    match added.await? {
        Ok((id, _)) => Ok(redirect_with_flash(&collection_address(id), "done-chapter-added")),
        Err(refusal) => {
            let draft = ChapterDraft { ply: draft.ply.min(adding.game.plies), ..draft };
            adding.form_page(&visit, &draft).respond_again(&visit, sent.raw(), refusal)
        }
    }
}

/// The data of the form for an existing chapter.
struct EditChapterContext {
    collection: i32,
    chapter: Chapter,
    game: GameHead,
    reviews: Vec<Review>,
}

impl EditChapterContext {
    async fn load(
        visit: &RequestContext,
        path: (String, String),
    ) -> PageResult<EditChapterContext> {
        let (collection, id) = (visit.parse_id(&path.0)?, visit.parse_id(&path.1)?);
        let (chapter, game) = visit
            .run_brief(move |app, actor| {
                let found = collections::get(app, actor, collection)?;
                let chapter = found.chapter(id).filter(|_| found.summary.is_own);
                let chapter = chapter.map(|(_, own)| own.clone()).ok_or(Error::Hidden)?;
                let game = chapter.game.as_ref().ok_or(Error::Hidden)?.id;
                Ok((chapter, games::get_any(app, game)?.head()))
            })
            .await?;
        let reviews = visible_reviews(visit, game).await?;
        Ok(EditChapterContext { collection, chapter, game, reviews })
    }

    fn form_page(&self, visit: &RequestContext) -> FormPage {
        let texts = visit.texts();
        let here = chapter_address(self.collection, self.chapter.id);
        let chapter = &self.chapter;
        let draft = ChapterDraft {
            ply: chapter.ply,
            review: chapter.review,
            title: chapter.title.clone(),
            text: chapter.text.clone(),
        };
        let action = format!("{here}/edit");
        let all = chapter_fields(texts, self.game, &self.reviews, &draft);
        let form = visit.form("chapter", &action, "save");
        let form =
            form.with_fields(all).with_alternative(&collection_address(self.collection), "cancel");
        FormPage::new(
            visit,
            AreaHeader::below((chapter_title(chapter, texts), here), texts.get("chapter-edit")),
        )
        .form(form)
    }
}

pub async fn show_chapter(visit: RequestContext, path: web::Path<(String, String)>) -> PageResult {
    EditChapterContext::load(&visit, path.into_inner()).await?.form_page(&visit).respond(&visit)
}

pub async fn update(
    visit: RequestContext,
    path: web::Path<(String, String)>,
    post: Post,
) -> PageResult {
    let sent = post.read::<ChapterForm>(&visit).await?;
    let changing = EditChapterContext::load(&visit, path.into_inner()).await?;
    let (draft, game) =
        (chapter_draft(sent.ply, &sent.review, &sent.title, &sent.words), changing.game);
    let at = (changing.collection, changing.chapter.id);
    let done = visit.attempt(move |app, actor| {
        collections::edit_chapter(app, actor, at, (game, &draft), now_micros())
    });
    let outcome = done.await?.map(|()| (collection_address(at.0), "done-chapter-saved"));
    changing.form_page(&visit).answer(&visit, &sent, outcome)
}
