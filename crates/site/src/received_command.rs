//! Receipt of game commands: a command counts from the moment its last byte arrives, before its
//! sender is authenticated and before it waits for a worker, so that no player loses on time after
//! moving in time.

use std::time::Duration;

use actix_web::dev;
use actix_web::error::PayloadError;
use actix_web::http::header;
use actix_web::web::{Bytes, Data, Payload};
use actix_web::{FromRequest, HttpRequest};
use futures_util::future::LocalBoxFuture;
use futures_util::{StreamExt, stream};
use tokio::time::{Instant, timeout_at};

use adjutant_domain::play::PlayId;
use adjutant_service::live::{Receipt, SentCommand};
use salpakan::record::parse_short_id;

use crate::session::{ONE_DEVICE_COOKIE, SESSION_COOKIE, TABLE_PASS_COOKIE, cookie_name};
use crate::site::Site;

/// Larger or slower commands are received when they are read.
const MAX_BUFFERED_BYTES: usize = 64 << 10;
const BUFFER_TIMEOUT: Duration = Duration::from_secs(1);

pub struct ReceivedCommand {
    /// The body, still to be read.
    pub payload: Payload,
    pub arrival: PendingReceipt,
}

/// The receipt of a command that arrived completely, if it did.
pub struct PendingReceipt {
    site: Data<Site>,
    /// The game named by the address, if any.
    play: Option<PlayId>,
    receipt: Option<Receipt>,
}

impl PendingReceipt {
    /// The receipt, held until the command is done. Called when the command is read.
    pub fn into_receipt(self) -> Receipt {
        self.receipt.unwrap_or_else(|| self.site.live.receive(self.play))
    }
}

impl FromRequest for ReceivedCommand {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<ReceivedCommand, actix_web::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut dev::Payload) -> Self::Future {
        let (request, mut incoming) = (request.clone(), payload.take());
        Box::pin(async move {
            let site = Data::<Site>::extract(&request).await?;
            let play = request.match_info().get("id").and_then(parse_short_id);
            let (parts, is_whole) = buffer_body(&mut incoming).await;
            let receipt = is_whole.then(|| match play {
                Some(play) => site.live.receive_sent(sent_command(&site, play, &request, &parts)),
                None => site.live.receive(None),
            });
            let rest = if is_whole { dev::Payload::None } else { incoming };
            let again = stream::iter(parts).chain(rest);
            let mut again: dev::Payload = dev::Payload::Stream { payload: Box::pin(again) };
            let payload = Payload::from_request(&request, &mut again).await?;
            Ok(ReceivedCommand { payload, arrival: PendingReceipt { site, play, receipt } })
        })
    }
}

/// The digests by which a command is known again when it is sent once more. Its sender is known by what the server itself gave them,
/// and by nothing that they can add.
fn sent_command(
    site: &Site,
    play: PlayId,
    request: &HttpRequest,
    body: &[Result<Bytes, PayloadError>],
) -> SentCommand {
    let (mut sender, mut asked) = (blake3::Hasher::new(), blake3::Hasher::new());
    if let Some(token) = request.headers().get(header::AUTHORIZATION) {
        sender.update(token.as_bytes());
    }
    for plain in [SESSION_COOKIE, TABLE_PASS_COOKIE, ONE_DEVICE_COOKIE] {
        if let Some(secret) = request.cookie(&cookie_name(site, plain)) {
            sender.update(secret.value().as_bytes());
        }
    }
    asked.update(request.path().as_bytes());
    for part in body.iter().flatten() {
        asked.update(part);
    }
    let number = |hash: blake3::Hasher| {
        u128::from_le_bytes(*hash.finalize().as_bytes().first_chunk().unwrap_or(&[0; 16]))
    };
    SentCommand { play, sender: number(sender), asked: number(asked) }
}

/// Buffers what arrives soon; the flag tells whether it is the whole body.
async fn buffer_body(incoming: &mut dev::Payload) -> (Vec<Result<Bytes, PayloadError>>, bool) {
    let (mut parts, mut size, deadline) = (Vec::new(), 0, Instant::now() + BUFFER_TIMEOUT);
    while size <= MAX_BUFFERED_BYTES {
        match timeout_at(deadline, incoming.next()).await {
            Ok(None) => return (parts, true),
            Ok(Some(Ok(part))) => {
                size += part.len();
                parts.push(Ok(part));
            }
            Ok(Some(Err(e))) => {
                parts.push(Err(e));
                break;
            }
            Err(_) => break,
        }
    }
    (parts, false)
}
