//! Runs use cases for pages, off the threads that serve connections.

use adjutant_service::{self, App, Error};

use super::error::PageError;
use super::request_context::RequestContext;

/// Runs a use case on a reader thread and turns its error into a page.
pub async fn run_use_case<T: Send + 'static>(
    visit: &RequestContext,
    use_case: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
) -> Result<T, PageError> {
    let app = visit.site.app.clone();
    let done = visit.site.lanes.read(move || use_case(&app)).await;
    done.flatten().map_err(|e| PageError::new(visit, &e))
}

/// Like [`run_use_case`], for slow work: at most one per core runs at a time.
pub async fn run_heavy_use_case<T: Send + 'static>(
    visit: &RequestContext,
    use_case: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
) -> Result<T, PageError> {
    let app = visit.site.app.clone();
    let done = visit.site.lanes.heavy(visit.caller, move || use_case(&app)).await;
    done.flatten().map_err(|e| PageError::new(visit, &e))
}

/// Builds something from a game; for a very long game on a worker thread, so that live games do not
/// wait.
pub async fn build_maybe_offloaded<T: Send + 'static>(
    visit: &RequestContext,
    plies: u32,
    make: impl FnOnce(&RequestContext) -> T + Send + 'static,
) -> Result<T, PageError> {
    if plies <= adjutant_service::games::LONG {
        return Ok(make(visit));
    }
    let own = visit.clone();
    let made = visit.site.lanes.finish_heavy(move || make(&own)).await;
    made.map_err(|e| PageError::new(visit, &e))
}

/// Runs a use case that reads a few rows by key, on the current thread if that is cheaper.
pub async fn run_brief_use_case<T: Send + 'static>(
    visit: &RequestContext,
    use_case: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
) -> Result<T, PageError> {
    let app = &visit.site.app;
    if app.reads_at_once() {
        return use_case(app).map_err(|e| PageError::new(visit, &e));
    }
    run_use_case(visit, use_case).await
}
