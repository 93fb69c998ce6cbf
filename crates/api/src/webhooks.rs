//! Webhooks of an organisation over the API.

use adjutant_domain::notice::webhook::WebhookKinds;
use adjutant_service::notices::{self, Webhook, WebhookDelivery};
use adjutant_service::refusals;
use adjutant_site::schema_enums::DeliveryStateName;
use adjutant_site::webhook::secret_text;

use super::prelude::*;

endpoints! {
    list: ManageWebhooks;
    create: ManageWebhooks;
    delete: ManageWebhooks;
    replay: ManageWebhooks;
}

/// A delivery to a webhook.
#[derive(Debug, Serialize, ToSchema)]
pub struct WebhookDeliveryItem {
    pub id: i32,
    /// The message without its timestamp.
    pub body: String,
    /// `waiting`, `done` or `dead`.
    #[schema(value_type = DeliveryStateName)]
    pub state: &'static str,
    pub tries: i16,
    /// The status of the last answer, or why there was none.
    pub answer: String,
    pub made_at: String,
}

/// A webhook with its latest deliveries, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct WebhookItem {
    pub id: i32,
    pub url: String,
    /// `round.published`, `round.changed`, `result.entered`, `standings.changed`, `ranks.opened`.
    pub kinds: Vec<&'static str>,
    /// The key of signatures (Standard Webhooks).
    pub secret: String,
    pub deliveries: Vec<WebhookDeliveryItem>,
}

/// The webhooks of an organisation.
#[derive(Debug, Serialize, ToSchema)]
pub struct WebhookListResponse {
    pub webhooks: Vec<WebhookItem>,
}

/// A new webhook.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateWebhookRequest {
    /// A public `https` address.
    pub url: String,
    /// What it gets; at least one.
    pub kinds: Vec<String>,
}

/// The webhook that was created, changed or deleted.
#[derive(Debug, Serialize, ToSchema)]
pub struct WebhookResponse {
    pub id: i32,
}

impl From<WebhookDelivery> for WebhookDeliveryItem {
    fn from(one: WebhookDelivery) -> WebhookDeliveryItem {
        WebhookDeliveryItem {
            id: one.id,
            body: one.body,
            state: one.state,
            tries: one.tries,
            answer: one.answer,
            made_at: to_rfc3339(one.made_at),
        }
    }
}

impl From<Webhook> for WebhookItem {
    fn from(one: Webhook) -> WebhookItem {
        WebhookItem {
            id: one.id,
            secret: secret_text(&one.secret),
            url: one.url,
            kinds: one.kinds.keys().collect(),
            deliveries: one.deliveries.into_iter().map(WebhookDeliveryItem::from).collect(),
        }
    }
}

/// Lists the webhooks of an organisation with their latest deliveries.
#[utoipa::path(
    get, path = "/api/v1/organisations/{slug}/webhooks", operation_id = "listWebhooks",
    responses((status = 200, description = "The webhooks", body = WebhookListResponse,
        example = json!({"webhooks": [{"id": 1, "url": "https://hooks.example.org/adjutant", "kinds": ["round.published"], "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "deliveries": []}]}))),
)]
pub async fn list(site: SiteData, BearerAuth(actor): BearerAuth, path: Path<String>) -> ApiResult {
    let found = run_read(&site, move |app| notices::webhooks(app, &actor, &path)).await?;
    let webhooks = found.into_iter().map(WebhookItem::from).collect();
    Ok(private_json(&WebhookListResponse { webhooks }))
}

/// Creates a webhook.
#[utoipa::path(
    post, path = "/api/v1/organisations/{slug}/webhooks/new", operation_id = "createWebhook",
    request_body(content = CreateWebhookRequest, example = json!({"url": "https://hooks.example.org/adjutant", "kinds": ["round.published", "result.entered"]})),
    responses((status = 200, description = "The webhook", body = WebhookResponse, example = json!({"id": 1}))),
)]
pub async fn create(ApiPost { site, actor, body }: ApiPost, path: Path<String>) -> ApiResult {
    let (own, slug) = (actor.clone(), path.clone());
    run_read(&site, move |app| notices::require_webhooks(app, &own, &slug)).await?;
    let asked: CreateWebhookRequest = body.json(MAX_COMMAND_BYTES).await?;
    let kinds = asked.kinds.iter().map(|key| WebhookKinds::parse(key));
    let kinds: Option<Vec<WebhookKinds>> = kinds.collect();
    let kinds = kinds.ok_or_else(|| Error::invalid("kinds", refusals::WEBHOOK_KINDS))?;
    let kinds = kinds.into_iter().fold(WebhookKinds::NONE, WebhookKinds::union);
    if !site.outgoing_http.accepts(&asked.url) {
        return Err(Error::invalid("url", refusals::WEBHOOK_ADDRESS).into());
    }
    let id = run_read(&site, move |app| {
        notices::add_webhook(app, &actor, &path, (&asked.url, kinds), now_micros())
    });
    Ok(private_json(&WebhookResponse { id: id.await? }))
}

/// Deletes a webhook with its deliveries.
#[utoipa::path(
    post, path = "/api/v1/organisations/{slug}/webhooks/{webhook}/remove", operation_id = "deleteWebhook",
    responses((status = 200, description = "It is deleted", body = WebhookResponse, example = json!({"id": 1}))),
)]
pub async fn delete(
    site: SiteData,
    BearerAuth(actor): BearerAuth,
    path: Path<(String, String)>,
) -> ApiResult {
    let (slug, id) = path.into_inner();
    let id = super::parse_id(&id)?;
    run_read(&site, move |app| notices::remove_webhook(app, &actor, &slug, id, now_micros()))
        .await?;
    Ok(private_json(&WebhookResponse { id }))
}

/// Sends a delivery again.
#[utoipa::path(
    post, path = "/api/v1/organisations/{slug}/webhooks/{webhook}/deliveries/{delivery}/replay",
    operation_id = "redeliverWebhook",
    responses((status = 200, description = "It is queued", body = WebhookResponse, example = json!({"id": 1}))),
)]
pub async fn replay(
    site: SiteData,
    BearerAuth(actor): BearerAuth,
    path: Path<(String, String, String)>,
) -> ApiResult {
    let (slug, webhook, delivery) = path.into_inner();
    let ids = (super::parse_id(&webhook)?, super::parse_id(&delivery)?);
    let done =
        run_read(&site, move |app| notices::replay_webhook(app, &actor, &slug, ids, now_micros()));
    done.await?;
    Ok(private_json(&WebhookResponse { id: ids.0 }))
}
