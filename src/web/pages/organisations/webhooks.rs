//! An organisation's webhooks: addresses that get news of its events, with the last answers.

use actix_web::web::Path;

use crate::web::prelude::*;
use adjutant_domain::notice::webhook::WebhookKinds;
use adjutant_service::Error;
use adjutant_service::notices::{self, Webhook, WebhookDelivery};
use adjutant_service::refusals;
use adjutant_site::filters;
use adjutant_site::webhook::secret_text;

use adjutant_site::org_context::OrgContext;

const DONE_KEYS: &[&str] = &["done-webhook-added", "done-webhook-removed", "done-webhook-replayed"];

#[derive(Deserialize)]
struct WebhookForm {
    url: String,
    #[serde(default)]
    kinds: Vec<String>,
}

#[derive(Deserialize)]
struct ReplayForm {
    delivery: Entry<i32>,
}

#[derive(Template)]
#[template(path = "organisations/webhooks.html")]
struct WebhooksPage<'a> {
    frame: PageFrame,
    head: AreaHeader,
    place: &'a OrgContext,
    webhooks: &'a [Webhook],
    form: Form,
}

impl WebhooksPage<'_> {
    fn address(&self, webhook: &Webhook, act: &str) -> String {
        self.place.address(&format!("webhooks/{}/{act}", webhook.id))
    }

    fn secret(webhook: &Webhook) -> String {
        secret_text(&webhook.secret)
    }

    fn kinds(&self, webhook: &Webhook) -> String {
        let labels = webhook.kinds.keys().map(|key| kind_label(self.frame.texts, key));
        labels.collect::<Vec<_>>().join(" · ")
    }

    fn state(&self, delivery: &WebhookDelivery) -> &'static str {
        self.frame.t(match delivery.state {
            "waiting" => "webhook-waiting",
            "done" => "webhook-done",
            _ => "webhook-dead",
        })
    }
}

/// The label of a kind of message; `key` is its type in the payload.
fn kind_label(texts: Texts, key: &str) -> &'static str {
    texts.text(&format!("webhook-kind-{}", key.replace('.', "-")))
}

fn page<'a>(
    visit: &RequestContext,
    place: &'a OrgContext,
    webhooks: &'a [Webhook],
    done: Option<FlashMessage>,
) -> WebhooksPage<'a> {
    let texts = visit.texts();
    let choice =
        |key: &str| Choice { hint: key.to_owned(), ..Choice::new(key, kind_label(texts, key)) };
    let kinds: Vec<Choice> = WebhookKinds::ALL.iter().map(|(_, key)| choice(key)).collect();
    let all: Vec<String> = WebhookKinds::ALL.iter().map(|(_, key)| (*key).to_owned()).collect();
    let form = visit.form("webhook", &place.address("webhooks"), "webhook-add").with_fields([
        Field::text(texts, "url", "webhook-url").hint("webhook-url-hint").required(),
        Field::checkbox_group(texts, "kinds", "webhook-kinds", kinds).with_chosen(&all),
    ]);
    let head = place.area_header(visit, "webhooks", "webhooks-title").done(texts, done);
    WebhooksPage { frame: head.frame(visit), head, place, webhooks, form }
}

pub async fn show(visit: RequestContext, place: OrgContext, query: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &query, DONE_KEYS)?;
    let webhooks = place.run(&visit, notices::webhooks).await?;
    private_html(&visit, StatusCode::OK, &page(&visit, &place, &webhooks, done))
}

pub async fn create(visit: RequestContext, place: OrgContext, post: Post) -> PageResult {
    let sent = post.read::<WebhookForm>(&visit).await?;
    let webhooks = place.run(&visit, notices::webhooks).await?;
    let chosen = sent.kinds.iter().filter_map(|key| WebhookKinds::parse(key));
    let kinds = chosen.fold(WebhookKinds::NONE, WebhookKinds::union);
    let (url, http) = (sent.url.trim().to_owned(), visit.site.outgoing_http.clone());
    let added = place.attempt(&visit, Ok(()), move |app, actor, slug, ()| {
        if !http.accepts(&url) {
            return Err(Error::invalid("url", refusals::WEBHOOK_ADDRESS));
        }
        notices::add_webhook(app, actor, slug, (&url, kinds), now_micros())
    });
    let Err(refusal) = added.await? else {
        return Ok(redirect_with_flash(&place.address("webhooks"), "done-webhook-added"));
    };
    let mut page = page(&visit, &place, &webhooks, None);
    page.frame.mark_refused();
    let status = refusal.status();
    page.form = page.form.filled_from(sent.raw()).with_errors(refusal.into_faults());
    private_html(&visit, status, &page)
}

pub async fn delete(
    visit: RequestContext,
    place: OrgContext,
    path: Path<(String, i32)>,
    post: Post,
) -> PageResult {
    post.read_empty(&visit).await?;
    let id = path.1;
    let remove = move |app: &_, actor: &_, slug: &_| {
        notices::remove_webhook(app, actor, slug, id, now_micros())
    };
    place.run(&visit, remove).await?;
    Ok(redirect_with_flash(&place.address("webhooks"), "done-webhook-removed"))
}

/// Sends a delivery again.
pub async fn replay(
    visit: RequestContext,
    place: OrgContext,
    path: Path<(String, i32)>,
    post: Post,
) -> PageResult {
    let sent = post.read::<ReplayForm>(&visit).await?;
    // Id 0 belongs to no delivery.
    let ids = (path.1, sent.delivery.get().unwrap_or(0));
    let replay = move |app: &_, actor: &_, slug: &_| {
        notices::replay_webhook(app, actor, slug, ids, now_micros())
    };
    place.run(&visit, replay).await?;
    Ok(redirect_with_flash(&place.address("webhooks"), "done-webhook-replayed"))
}
