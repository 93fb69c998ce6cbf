//! Receipt of game commands: a command counts from the moment its last byte arrives, before its
//! sender is authenticated and before it waits for a worker, so that no player loses on time after
//! moving in time.

use std::time::Duration;

use actix_web::dev;
use actix_web::error::PayloadError;
use actix_web::web::{Bytes, Data, Payload};
use actix_web::{FromRequest, HttpRequest};
use futures_util::future::LocalBoxFuture;
use futures_util::{StreamExt, stream};
use tokio::time::{Instant, timeout_at};

use adjutant_domain::play::PlayId;
use adjutant_service::live::Receipt;
use salpakan::record::parse_short_id;

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
            let receipt = is_whole.then(|| site.live.receive(play));
            let rest = if is_whole { dev::Payload::None } else { incoming };
            let again = stream::iter(parts).chain(rest);
            let mut again: dev::Payload = dev::Payload::Stream { payload: Box::pin(again) };
            let payload = Payload::from_request(&request, &mut again).await?;
            Ok(ReceivedCommand { payload, arrival: PendingReceipt { site, play, receipt } })
        })
    }
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
