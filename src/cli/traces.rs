//! Traces of requests for a collector, in builds with the feature `otel`: the spans of the log, with what is logged in
//! them, and nothing else.

use tracing::Subscriber;
use tracing_subscriber::layer::Layer;
use tracing_subscriber::registry::LookupSpan;

use adjutant_service::Error;

/// What may be added to the log to send traces.
pub type TraceLayer<S> = Box<dyn Layer<S> + Send + Sync>;

#[cfg(feature = "otel")]
mod sent {
    use std::time::Duration;

    use opentelemetry::trace::TracerProvider as _;
    use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig};
    use opentelemetry_sdk::Resource;
    use opentelemetry_sdk::trace::SdkTracerProvider;

    use super::{Error, Layer, LookupSpan, Subscriber, TraceLayer};

    /// How long a collector may take to receive traces; those that it does not get are dropped.
    const PATIENCE: Duration = Duration::from_secs(5);

    /// Sends the last traces when dropped.
    pub struct TraceGuard(SdkTracerProvider);

    impl Drop for TraceGuard {
        fn drop(&mut self) {
            // There is nobody left to be told, and nothing that depends on it.
            let _ = self.0.shutdown();
        }
    }

    pub fn layer<S>(endpoint: &str) -> Result<(TraceLayer<S>, TraceGuard), Error>
    where
        S: Subscriber + for<'span> LookupSpan<'span> + Send + Sync,
    {
        let exporter = SpanExporter::builder()
            .with_http()
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(format!("{}/v1/traces", endpoint.trim_end_matches('/')))
            .with_timeout(PATIENCE)
            .build()
            .map_err(|e| Error::invalid("otlp_endpoint", format!("{endpoint:?}: {e}")))?;
        let version = opentelemetry::KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
        let resource =
            Resource::builder().with_service_name("adjutant").with_attribute(version).build();
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(resource)
            .build();
        let layer = tracing_opentelemetry::layer()
            .with_tracer(provider.tracer("adjutant"))
            .with_threads(false)
            .with_location(false);
        Ok((layer.boxed(), TraceGuard(provider)))
    }
}

#[cfg(not(feature = "otel"))]
mod sent {
    use super::{Error, LookupSpan, Subscriber, TraceLayer};

    /// Nothing is sent.
    pub struct TraceGuard;

    pub fn layer<S>(_: &str) -> Result<(TraceLayer<S>, TraceGuard), Error>
    where
        S: Subscriber + for<'span> LookupSpan<'span> + Send + Sync,
    {
        let message = "this program was built without traces; build it with `cargo build --release --features otel`, \
                       or remove the setting";
        Err(Error::invalid("otlp_endpoint", message))
    }
}

pub use sent::{TraceGuard, layer};
