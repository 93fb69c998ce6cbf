//! Runs use cases for pages, off the threads that serve connections.

use adjutant_service::access::Actor;
use adjutant_service::{self, App, Error};

use crate::error::{OrPage, PageResult};
use crate::replica_reads::reading_app;
use crate::request_context::RequestContext;

/// Runs a use case on a reader thread and turns its error into a page.
pub fn run_use_case<T: Send + 'static>(
    visit: &RequestContext,
    use_case: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
) -> impl Future<Output = PageResult<T>> {
    let app = reading_app(&visit.site);
    or_error_page(visit, visit.site.lanes.read(move || use_case(&app)))
}

/// Like [`run_use_case`], for slow work: at most one per core runs at a time.
pub fn run_heavy_use_case<T: Send + 'static>(
    visit: &RequestContext,
    use_case: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
) -> impl Future<Output = PageResult<T>> {
    let app = reading_app(&visit.site);
    or_error_page(visit, visit.site.lanes.heavy(visit.caller, move || use_case(&app)))
}

/// Compiled once for each type of result and not for each use case.
async fn or_error_page<T>(
    visit: &RequestContext,
    done: impl Future<Output = Result<Result<T, Error>, Error>>,
) -> PageResult<T> {
    done.await.flatten().or_page(visit)
}

/// Builds something from a game; for a very long game on a worker thread, so that live games do not
/// wait.
pub async fn build_maybe_offloaded<T: Send + 'static>(
    visit: &RequestContext,
    plies: u32,
    make: impl FnOnce(&RequestContext) -> T + Send + 'static,
) -> PageResult<T> {
    if plies <= adjutant_service::games::LONG {
        return Ok(make(visit));
    }
    let own = visit.clone();
    let made = visit.site.lanes.finish_heavy(move || make(&own)).await;
    made.or_page(visit)
}

impl RequestContext {
    /// Runs a use case of the visitor's on a reader thread.
    pub fn run<T: Send + 'static>(
        &self,
        use_case: impl FnOnce(&App, &Actor) -> Result<T, Error> + Send + 'static,
    ) -> impl Future<Output = PageResult<T>> {
        let actor = self.actor().clone();
        run_use_case(self, move |app| use_case(app, &actor))
    }

    /// Like [`run`](Self::run), for slow work: at most one per core runs at a time.
    pub fn run_heavy<T: Send + 'static>(
        &self,
        use_case: impl FnOnce(&App, &Actor) -> Result<T, Error> + Send + 'static,
    ) -> impl Future<Output = PageResult<T>> {
        let actor = self.actor().clone();
        run_heavy_use_case(self, move |app| use_case(app, &actor))
    }

    /// Like [`run`](Self::run), for one that reads a few rows by key: on the current thread if that
    /// is cheaper.
    pub async fn run_brief<T: Send + 'static>(
        &self,
        use_case: impl FnOnce(&App, &Actor) -> Result<T, Error> + Send + 'static,
    ) -> PageResult<T> {
        if self.site.app.reads_at_once() {
            return use_case(&self.site.app, self.actor()).or_page(self);
        }
        self.run(use_case).await
    }
}
