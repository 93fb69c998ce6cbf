//! What most endpoints use.

pub(super) use actix_web::web::{Path, Payload};
pub(super) use actix_web::{HttpRequest, HttpResponse};
pub(super) use serde::{Deserialize, Serialize};
pub(super) use utoipa::ToSchema;

pub(super) use adjutant_service::access::{Act, Actor};
pub(super) use adjutant_service::edition::{Concerns, Topic};
pub(super) use adjutant_service::{App, Error};

pub(super) use super::endpoint::endpoints;
pub(super) use super::request_body::{ApiPost, MAX_COMMAND_BYTES, PlayPost};
pub(super) use super::{
    CachePolicy, json_response, private_json, public_json, public_json_of, run_heavy,
    run_play_read, run_read, run_short_read,
};
pub(super) use adjutant_site::bearer_auth::BearerAuth;
pub(super) use adjutant_site::error::{ApiError, ApiResult};
pub(super) use adjutant_site::parameters::{AcceptedValues, QueryString};
pub(super) use adjutant_site::request_limits::Caller;
pub(super) use adjutant_site::site::SiteData;
pub(super) use adjutant_site::time_format::{
    now_micros, parse_rfc3339, to_rfc3339, to_rfc3339_micros, to_rfc3339_opt, today,
};
