//! The owner of the token, over the API.

use adjutant_domain::account::scopes::TokenScopes;
use adjutant_service::bots;
use adjutant_service::me::{self, Held, Me};
use adjutant_site::schema_enums::{OrganisationRoleName, SiteRoleName};

use super::prelude::*;

endpoints! {
    show: ReadOwnProfile;
    become_bot: BecomeBot;
}

/// A role in an organisation.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoleItem {
    /// The organisation's slug.
    pub organisation: String,
    /// `owner`, `organizer` or `official`.
    #[schema(value_type = OrganisationRoleName)]
    pub role: &'static str,
    /// The slug of an official's event; null for all events.
    pub event: Option<String>,
    /// An official's duties: `pairings`, `results`, `check-in`.
    pub duties: Vec<&'static str>,
}

/// The owner of the token and what they may do.
#[derive(Debug, Serialize, ToSchema)]
pub struct MeResponse {
    /// The account's name; null for the operator's own key.
    pub name: Option<String>,
    /// The handle of the account's player; null if there is none.
    pub player: Option<String>,
    /// Whether the player is a bot.
    pub bot: bool,
    /// `none`, `moderator` or `operator`.
    #[schema(value_type = SiteRoleName)]
    pub site_role: &'static str,
    pub roles: Vec<RoleItem>,
    /// The scopes of the token.
    pub scopes: Vec<&'static str>,
}

impl From<Held> for RoleItem {
    fn from(held: Held) -> RoleItem {
        RoleItem {
            organisation: held.organisation,
            role: held.role.key(),
            event: held.event,
            duties: held.duties.keys().collect(),
        }
    }
}

/// Returns the owner of the token and what they may do.
#[utoipa::path(
    get, path = "/api/v1/me", operation_id = "getMe",
    responses(
        (status = 200, description = "The owner of the token", body = MeResponse,
            example = json!({"name": "Lakandula", "player": "Lakandula", "bot": false, "site_role": "none", "roles": [{"organisation": "liga-ng-bayan", "role": "organizer", "event": null, "duties": []}], "scopes": ["profile:read", "records:import"]})),
    ),
)]
pub async fn show(site: SiteData, BearerAuth(actor): BearerAuth) -> ApiResult {
    let me = run_read(&site, move |app| me::me(app, &actor)).await?;
    Ok(private_json(&MeResponse::from(me)))
}

impl From<Me> for MeResponse {
    fn from(me: Me) -> MeResponse {
        let scopes = match me.scopes {
            Some(scopes) => scopes.keys().collect(),
            None => TokenScopes::ALL.iter().map(|(_, key)| *key).collect(),
        };
        MeResponse {
            name: me.name,
            player: me.player,
            bot: me.bot,
            site_role: me.site.key(),
            roles: me.roles.into_iter().map(RoleItem::from).collect(),
            scopes,
        }
    }
}

/// Says that a program plays for your player, from now on and for good.
///
/// The player must have no rated game and no live game. Games against people are not rated then, and events are for
/// people only. Sent again it changes nothing.
#[utoipa::path(
    post, path = "/api/v1/me/bot", operation_id = "becomeBot",
    responses(
        (status = 200, description = "The owner of the token", body = BotResponse,
            example = json!({"player": "Lakandula", "bot": true})),
        (status = 409, description = "Your account has no player, or one with games that a person played"),
    ),
)]
pub async fn become_bot(site: SiteData, BearerAuth(actor): BearerAuth) -> ApiResult {
    let player = run_read(&site, move |app| bots::declare(app, &actor, now_micros())).await?;
    Ok(private_json(&BotResponse { player, bot: true }))
}

/// A player that is a bot now.
#[derive(Debug, Serialize, ToSchema)]
pub struct BotResponse {
    /// The handle of the player.
    pub player: String,
    pub bot: bool,
}
