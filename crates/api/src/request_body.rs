//! Reading request bodies.

use std::time::Duration;

use actix_web::http::{StatusCode, header};
use actix_web::web::{Bytes, Path, Payload};
use actix_web::{FromRequest, HttpRequest, dev};
use futures_util::future::LocalBoxFuture;
use serde::de::DeserializeOwned;

use adjutant_domain::play::{PlayId, Sent};
use adjutant_service::Error;
use adjutant_service::access::Actor;
use adjutant_service::live::{Answer, Live, Receipt};

use adjutant_site::bearer_auth::BearerAuth;
use adjutant_site::body;
use adjutant_site::error::{ApiError, ApiResult};
use adjutant_site::i18n::{Language, Texts};
use adjutant_site::live::PlayEvent;
use adjutant_site::play_commands::{parse_command_id, parse_play_id_param};
use adjutant_site::received_command::ReceivedCommand;
use adjutant_site::site::{Site, SiteData};

use super::private_json;

/// The largest command, in bytes: several times the longest valid one.
pub const MAX_COMMAND_BYTES: usize = 4096;

/// A request with a body, which is read once its sender is known to be permitted, so that nobody else can make the
/// server allocate memory.
pub struct ApiPost {
    pub site: SiteData,
    pub actor: Actor,
    pub body: PostBody,
}

pub struct PostBody {
    request: HttpRequest,
    payload: Payload,
    patience: Duration,
}

impl FromRequest for ApiPost {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<ApiPost, actix_web::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut dev::Payload) -> Self::Future {
        let parts = <(SiteData, BearerAuth, Payload)>::from_request(request, payload);
        let request = request.clone();
        Box::pin(async move {
            let (site, BearerAuth(actor), payload) = parts.await?;
            let body = PostBody::new(request, payload, &site);
            Ok(ApiPost { site, actor, body })
        })
    }
}

/// A command for a live game, which is read once its sender is known to be permitted. It counts from
/// its arrival, before that is known.
pub struct PlayPost {
    pub actor: Actor,
    site: SiteData,
    play: Path<String>,
    request: HttpRequest,
    arrived: ReceivedCommand,
}

/// A command for a live game after it was read, to be run.
pub struct PlayCommand {
    actor: Actor,
    site: SiteData,
    play: PlayId,
    sent: Sent,
    /// Held until the command is done.
    receipt: Receipt,
}

impl FromRequest for PlayPost {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<PlayPost, actix_web::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut dev::Payload) -> Self::Future {
        let arrived = ReceivedCommand::from_request(request, payload);
        let parts = <(SiteData, BearerAuth, Path<String>)>::from_request(request, payload);
        let request = request.clone();
        Box::pin(async move {
            // First, so that it has arrived also if the database fails when its sender is looked up.
            let arrived = arrived.await?;
            let (site, BearerAuth(actor), play) = parts.await?;
            Ok(PlayPost { actor, site, play, request, arrived })
        })
    }
}

impl PlayPost {
    /// Reads the command, whose own id is given by `id`.
    pub async fn read<T: DeserializeOwned>(
        self,
        id: impl FnOnce(&T) -> &str,
    ) -> ApiResult<(T, PlayCommand)> {
        let PlayPost { actor, site, play, request, arrived } = self;
        let play = parse_play_id_param(&play)?;
        let body = PostBody::new(request, arrived.payload, &site);
        let asked: T = body.json(MAX_COMMAND_BYTES).await?;
        let receipt = arrived.arrival.into_receipt();
        let sent = parse_command_id(id(&asked), receipt.at())?;
        Ok((asked, PlayCommand { actor, site, play, sent, receipt }))
    }
}

impl PlayCommand {
    /// Responds with the event that the command caused: the same bytes however often it is sent.
    pub async fn run<E: Into<ApiError> + Send + 'static>(
        self,
        use_case: impl FnOnce(&Live, &Actor, &PlayId, Sent) -> Result<Answer, E> + Send + 'static,
    ) -> ApiResult {
        let PlayCommand { actor, site, play, sent, receipt } = self;
        let live = site.live.clone();
        let work = move || {
            let _under_way = receipt;
            use_case(&live, &actor, &play, sent)
        };
        let Answer { number, event } = site.lanes.command(work).await?.map_err(Into::into)?;
        Ok(private_json(&PlayEvent::new(number, &event)))
    }
}

impl PostBody {
    pub fn new(request: HttpRequest, payload: Payload, site: &Site) -> PostBody {
        PostBody { request, payload, patience: site.settings.receive_timeout }
    }

    /// Reads a command of at most `most` bytes: one JSON object.
    ///
    /// # Errors
    /// As [`bytes`](Self::bytes); [`Error::Invalid`] if a field is missing, unknown or of another type.
    pub async fn json<T: DeserializeOwned>(self, most: usize) -> Result<T, ApiError> {
        let body = self.bytes(most, &["identity"]).await?;
        let wrong =
            |why: &str| Error::invalid("body", format!("Not the expected JSON: {why}")).into();
        // A list would be read as the values of the fields in their order.
        if body.trim_ascii_start().starts_with(b"[") {
            return Err(wrong("send an object instead of a list"));
        }
        // The message names what is wrong and where; it does not quote any value.
        serde_json::from_slice(&body).map_err(|e| wrong(&e.to_string()))
    }

    /// Reads at most `most` bytes in one of the accepted encodings.
    ///
    /// # Errors
    /// The problem of an unsupported encoding, or of a body that is too large, too slow or incomplete.
    pub async fn bytes(self, most: usize, encodings: &[&str]) -> Result<Bytes, ApiError> {
        reject_other_encodings(&self.request, encodings)?;
        body::read_body(self.payload, most, self.patience)
            .await
            .map_err(|e| ApiError::new(e.status(), e.kind(), e.message(Texts(Language::English))))
    }
}

/// Rejects other encodings, which would otherwise be reported as malformed content.
fn reject_other_encodings(request: &HttpRequest, taken: &[&str]) -> Result<(), ApiError> {
    let sent = request.headers().get_all(header::CONTENT_ENCODING);
    let encodings = sent.flat_map(|value| value.as_bytes().split(|byte| *byte == b','));
    for encoding in encodings.map(<[u8]>::trim_ascii).filter(|encoding| !encoding.is_empty()) {
        if !taken.iter().any(|taken| encoding.eq_ignore_ascii_case(taken.as_bytes())) {
            return Err(unsupported_encoding(&encoding.escape_ascii().to_string(), taken));
        }
    }
    Ok(())
}

pub(super) fn unsupported_encoding(sent: &str, taken: &[&str]) -> ApiError {
    let detail =
        format!("Content-Encoding {sent} is not supported. Use one of: {}", taken.join(", "));
    ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported-encoding", detail)
}
