//! Commands as they arrive: a command is registered as soon as its last byte is here, before anybody looks up who sent it
//! and before it waits for a worker, so that no flag falls before a ply that was received in time.

use std::time::Duration;

use actix_web::dev;
use actix_web::error::PayloadError;
use actix_web::web::{Bytes, Data, Payload};
use actix_web::{FromRequest, HttpRequest};
use futures_util::future::LocalBoxFuture;
use futures_util::{StreamExt, stream};
use tokio::time::{Instant, timeout_at};

use crate::play::PlayId;
use crate::service::live::Receipt;
use salpakan::record::parse_short_id;

use super::site::Site;

/// Larger commands, and slower ones, are received when they are read.
const MAX_BUFFERED_BYTES: usize = 64 << 10;
const BUFFER_TIMEOUT: Duration = Duration::from_secs(1);

/// A command that has arrived.
pub struct ReceivedCommand {
    /// What was sent, to be read as ever.
    pub payload: Payload,
    pub arrival: PendingReceipt,
}

/// Its receipt, once it is here in whole.
pub struct PendingReceipt {
    site: Data<Site>,
    /// Where the address names it.
    play: Option<PlayId>,
    receipt: Option<Receipt>,
}

impl PendingReceipt {
    /// The receipt, to be kept until the command is done. Called when the command is read.
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
            let receipt = is_whole.then(|| site.live.receive(play));
            let rest = if is_whole { dev::Payload::None } else { incoming };
            let again = stream::iter(parts).chain(rest);
            let mut again: dev::Payload = dev::Payload::Stream { payload: Box::pin(again) };
            let payload = Payload::from_request(&request, &mut again).await?;
            Ok(ReceivedCommand { payload, arrival: PendingReceipt { site, play, receipt } })
        })
    }
}

/// What comes soon, and whether that is all of it.
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
