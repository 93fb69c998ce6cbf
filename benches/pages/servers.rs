//! The two servers: the real service, and a handler with a prebuilt body.

use std::net::{SocketAddr, TcpListener};
use std::sync::mpsc;
use std::thread;

use actix_web::middleware::Compress;
use actix_web::middleware::Condition;
use actix_web::web::{Bytes, Data};
use actix_web::{App as ActixApp, HttpResponse, HttpServer, rt, web};
use adjutant::web::{Site, SiteSettings, serve};
use adjutant_service::App;

use super::load::Answer;

/// Starts the service as `adjutant serve` does, without a limit of requests.
pub fn service(app: App) -> SocketAddr {
    let (tell, ready) = mpsc::channel();
    thread::spawn(move || {
        let settings = SiteSettings { requests_per_minute: 0, ..SiteSettings::default() };
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let told = |address| tell.send(address).expect("somebody waits");
        let site = Site::new(app, settings).expect("the site opens");
        rt::System::new().block_on(serve(site, address, told)).expect("it serves");
    });
    ready.recv().expect("the service starts")
}

/// Starts a server with actix's defaults, as many workers as the service has, which gives
/// this answer's body again and again: the body is there before the first request.
pub fn prebuilt(answer: &Answer, compressed: bool) -> SocketAddr {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    let address = listener.local_addr().expect("an address");
    let body = Data::new((answer.content_type.clone(), Bytes::from(answer.body.clone())));
    thread::spawn(move || {
        let server = HttpServer::new(move || {
            ActixApp::new()
                .app_data(body.clone())
                .wrap(Condition::new(compressed, Compress::default()))
                .default_service(web::to(give))
        })
        .listen(listener)
        .expect("it listens")
        .run();
        rt::System::new().block_on(server).expect("it serves");
    });
    address
}

async fn give(body: Data<(String, Bytes)>) -> HttpResponse {
    HttpResponse::Ok().content_type(body.0.as_str()).body(body.1.clone())
}
