//! The owner of the token, over the API.

use adjutant_domain::account::scopes::TokenScopes;
use adjutant_service::me::{self, Held};
use adjutant_site::schema_enums::{OrganisationRoleName, SiteRoleName};

use super::prelude::*;

endpoints! {
    show: ReadOwnProfile;
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
    let scopes = match me.scopes {
        Some(scopes) => scopes.keys().collect(),
        None => TokenScopes::ALL.iter().map(|(_, key)| *key).collect(),
    };
    let answer = MeResponse {
        name: me.name,
        player: me.player,
        bot: me.bot,
        site_role: me.site.key(),
        roles: me.roles.into_iter().map(RoleItem::from).collect(),
        scopes,
    };
    Ok(private_json(&answer))
}
