//! What the server runs on, and what waits in it.

use crate::web::prelude::*;
use adjutant_domain::moment::{HOUR, MINUTE};
use adjutant_service::live::RunningServer;
use adjutant_service::operation::{self, OperationFigures, Replica};
use adjutant_service::replicas::ReplicaFigures;
use adjutant_site::digits::format_bytes;
use adjutant_site::operation::{DiskSpace, replica_name, watched_space};

use super::area_header;
use super::overview::backup_text;

/// The schema's version that the program brings is that of its migrations; the server migrates at the start.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

struct QueueLine {
    channel: String,
    waiting: i64,
    late: String,
    given_up: i64,
}

struct ReplicaLine {
    name: String,
    state: String,
    lag: String,
}

/// A replica at which pages are read.
struct ReadReplicaLine {
    name: String,
    state: String,
    age: String,
    reads: u64,
}

#[derive(Template)]
#[template(path = "operator/status.html")]
struct StatusPage {
    frame: PageFrame,
    head: AreaHeader,
    versions: Vec<LabeledFact>,
    queues: Vec<QueueLine>,
    /// Label and value, and whether little is left.
    disks: Vec<(String, String, bool)>,
    backups: (String, bool),
    /// Empty unless the database can have standbys.
    replicas: Option<Vec<ReplicaLine>>,
    /// Those that this server reads.
    read_replicas: Vec<ReadReplicaLine>,
    archive: Option<String>,
}

/// A span of time in minutes or hours; empty for less than a minute, in which a message may well wait.
fn format_late(texts: Texts, late_by: i64) -> String {
    match late_by {
        ..MINUTE => String::new(),
        MINUTE..HOUR => texts.count("op-late-minutes", late_by / MINUTE),
        _ => texts.count("op-late-hours", late_by / HOUR),
    }
}

fn disk_line(texts: Texts, directory: &str, space: DiskSpace) -> (String, String, bool) {
    let values = [("free", format_bytes(space.free)), ("size", format_bytes(space.size))];
    let words = texts.fill("op-disk-free", &values);
    let label = match directory {
        "data" => "op-disk-data",
        "backups" => "op-disk-backups",
        _ => "op-disk-continuous",
    };
    (texts.get(label), words, space.free < space.size / 10)
}

fn replica_line(texts: Texts, replica: &Replica) -> ReplicaLine {
    let lag = replica.lag_bytes.and_then(|bytes| u64::try_from(bytes).ok());
    ReplicaLine {
        name: replica_name(replica).to_owned(),
        state: replica.state.clone().unwrap_or_default(),
        lag: lag.map_or_else(|| texts.get("op-replica-unknown"), format_bytes),
    }
}

fn read_replica_line(texts: Texts, replica: ReplicaFigures) -> ReadReplicaLine {
    let age = replica.age.map(|age| format!("{:.1}", age.as_secs_f64()));
    ReadReplicaLine {
        name: replica.name,
        state: texts.get(if replica.is_in_use { "op-replica-read" } else { "op-replica-not-read" }),
        age: age.map_or_else(
            || texts.get("op-replica-age-unknown"),
            |seconds| texts.fill("op-replica-age-seconds", &[("seconds", seconds)]),
        ),
        reads: replica.reads,
    }
}

fn queue_lines(texts: Texts, figures: &OperationFigures) -> Vec<QueueLine> {
    let line = |queue: &operation::ChannelQueue| QueueLine {
        channel: texts.get(match queue.channel {
            "mail" => "op-channel-mail",
            "push" => "op-channel-push",
            "webhook" => "op-channel-webhook",
            _ => "op-channel-reminder",
        }),
        waiting: queue.waiting,
        late: format_late(texts, queue.late_by),
        given_up: queue.given_up,
    };
    figures.queues.iter().map(line).collect()
}

fn versions(texts: Texts, engine: &str, figures: &OperationFigures) -> Vec<LabeledFact> {
    let name = if engine == "sqlite" { "SQLite" } else { "PostgreSQL" };
    let size = u64::try_from(figures.database.bytes).unwrap_or(0);
    [
        ("op-version-program", PROGRAM.to_owned()),
        ("op-version-schema", figures.database.schema.clone()),
        ("op-version-database", format!("{name} {}", figures.database.version)),
        ("op-database-size", format_bytes(size)),
    ]
    .map(|(key, value)| LabeledFact::new(texts, key, value))
    .into()
}

/// The servers on this database with their versions, this one first.
fn running_servers(servers: &[RunningServer]) -> String {
    let one = |server: &RunningServer| format!("{} ({})", server.id, server.version);
    servers.iter().map(one).collect::<Vec<_>>().join(", ")
}

pub async fn show(visit: RequestContext) -> PageResult {
    let site = visit.site.clone();
    let look = move |app: &_, actor: &_| {
        let figures = operation::overview(app, actor, now_micros())?;
        Ok::<_, adjutant_service::Error>((figures, watched_space(&site)))
    };
    let (figures, spaces) = visit.run(look).await?;
    let texts = visit.texts();
    let head = area_header(&visit, "/operator/status", "op-tab-status");
    let engine = visit.site.app.engine();
    let archive = figures.wal_archive.as_ref().map(|archive| match archive.idle_seconds {
        Some(seconds) => {
            texts.count("op-archive-minutes", (seconds.max(0.0) / 60.0).round() as i64)
        }
        None => texts.get("op-archive-none"),
    });
    let mut versions = versions(texts, engine, &figures);
    if engine != "sqlite" {
        let servers = running_servers(&visit.site.live.running_servers());
        versions.push(LabeledFact::new(texts, "op-servers", servers));
    }
    let page = StatusPage {
        frame: head.frame(&visit),
        head,
        versions,
        queues: queue_lines(texts, &figures),
        disks: spaces.into_iter().map(|(name, space)| disk_line(texts, name, space)).collect(),
        backups: backup_text(&visit),
        replicas: (engine != "sqlite")
            .then(|| figures.replicas.iter().map(|one| replica_line(texts, one)).collect()),
        read_replicas: visit
            .site
            .app
            .replica_figures()
            .into_iter()
            .map(|one| read_replica_line(texts, one))
            .collect(),
        archive,
    };
    private_html(&visit, StatusCode::OK, &page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use adjutant_site::i18n::Language;

    #[test]
    fn delays_are_told_in_the_unit_that_fits() {
        let texts = Texts(Language::English);
        assert_eq!(format_late(texts, MINUTE - 1), "");
        assert_eq!(format_late(texts, MINUTE), "1 minute");
        assert_eq!(format_late(texts, 3 * HOUR + 5), "3 hours");
    }
}
