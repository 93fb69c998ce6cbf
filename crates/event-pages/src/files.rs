//! The files of an event: those for everybody, and those for its officials.

use actix_web::web::Path;

use adjutant_domain::contest::Contest;
use adjutant_service::contests::{self, BoardOptions, StageBoard};
use adjutant_site::html::html_with_status;
use adjutant_site::prelude::*;
use adjutant_site::use_cases::run_heavy_use_case;

use super::{address, labels};

struct FileLink {
    label: String,
    href: String,
}

/// The files of a stage.
struct StageFiles {
    name: String,
    links: Vec<FileLink>,
}

#[derive(Template)]
#[template(path = "contests/files.html")]
struct FilesPage {
    frame: PageFrame,
    back: String,
    event: String,
    stages: Vec<StageFiles>,
    /// Those of the whole event.
    whole: Vec<FileLink>,
    /// Those for officials; empty for others.
    official: Vec<FileLink>,
    /// Where a copy is merged; empty for those who may not.
    copy: String,
}

/// Where the numbers of a group are in a file's name: the stage from 0, and the group if it is not the only one.
fn group_suffix(stage: usize, group: usize) -> String {
    match group {
        0 => (stage + 1).to_string(),
        group => format!("{}-group-{}", stage + 1, group + 1),
    }
}

fn group_links(
    stage: &StageBoard,
    at: usize,
    texts: Texts,
    link: &dyn Fn(String) -> String,
    kinds: &[(&str, &str, &str)],
) -> Vec<FileLink> {
    let several = stage.groups.len() > 1;
    let mut links = Vec::new();
    for group in 0..stage.groups.len() {
        let of = if several {
            format!(", {}", labels::group_label(group, texts))
        } else {
            String::new()
        };
        for (key, before, ending) in kinds {
            let name = format!("{before}-{}{ending}", group_suffix(at, group));
            links.push(FileLink { label: texts.get(key) + &of, href: link(name) });
        }
    }
    links
}

fn stage_files(slug: &str, at: usize, stage: &StageBoard, texts: Texts) -> StageFiles {
    let link = |name: String| format!("/api/v1/events/{slug}/contest/{name}");
    let kinds = [
        ("files-standings", "standings", ".csv"),
        ("files-trf", "stage", ".trf"),
        ("files-trf16", "stage", "-trf16.trf"),
    ];
    let mut links = group_links(stage, at, texts, &link, &kinds);
    if !stage.places.is_empty() {
        let name = format!("places-{}.csv", at + 1);
        links.push(FileLink { label: texts.get("files-places"), href: link(name) });
    }
    links.extend(stage.rounds.iter().filter(|round| round.published).map(|round| FileLink {
        label: texts.one("files-pairings", "round", round.number),
        href: link(format!("pairings-{}-{}.csv", at + 1, round.number)),
    }));
    StageFiles { name: stage.name.clone(), links }
}

/// What a program or a spreadsheet reads of the whole event.
fn whole_links(slug: &str, contest: &Contest, texts: Texts) -> Vec<FileLink> {
    let of = |key, path: &str| FileLink {
        label: texts.get(key),
        href: format!("/api/v1/events/{slug}/{path}"),
    };
    let mut links = vec![of("files-json", "contest")];
    if !contest.settings.prizes.is_empty() {
        links.push(of("files-prizes", "contest/prizes.csv"));
    }
    if contest.settings.rated {
        links.push(of("files-ratings", "contest/ratings.csv"));
    }
    links
}

fn official_links(
    slug: &str,
    (stages, has_fee): (&[StageBoard], bool),
    texts: Texts,
) -> Vec<FileLink> {
    let link = |name: String| address(slug, &format!("run/files/{name}"));
    let mut links = vec![
        FileLink {
            label: texts.get("contest-whole-file"),
            href: address(slug, "run/event.ndjson"),
        },
        FileLink { label: texts.get("files-entrants"), href: link("entrants.csv".to_owned()) },
    ];
    if has_fee {
        links
            .push(FileLink { label: texts.get("files-fees"), href: address(slug, "run/fees.csv") });
    }
    for (at, stage) in stages.iter().enumerate() {
        let mut own = group_links(
            stage,
            at,
            texts,
            &link,
            &[
                ("files-official-trf", "stage", ".trf"),
                ("files-official-trf16", "stage", "-trf16.trf"),
            ],
        );
        if stages.len() > 1 {
            own.iter_mut().for_each(|one| one.label = format!("{}: {}", stage.name, one.label));
        }
        links.extend(own);
    }
    links
}

/// Lists the files.
pub async fn show(visit: RequestContext, path: Path<String>) -> PageResult {
    let (actor, slug) = (visit.actor().clone(), path.into_inner());
    let own = slug.clone();
    let loaded = run_heavy_use_case(&visit, move |app| {
        let board = contests::contest_board(app, &actor, &own, BoardOptions::default())?;
        let may_merge = board.for_officials && contests::desk_rights(app, &actor, &own)?.settings;
        Ok((board, may_merge))
    });
    let ((board, may_merge), texts) = (loaded.await?, visit.texts());
    let event = board.loaded.row.name.clone();
    let stages = board.stages.iter().enumerate();
    let stages = stages.map(|(at, stage)| stage_files(&slug, at, stage, texts));
    let page = FilesPage {
        frame: visit.frame(format!("{} · {event}", texts.get("files-heading"))),
        back: address(&slug, ""),
        copy: if may_merge { address(&slug, "run/copy") } else { String::new() },
        event,
        whole: whole_links(&slug, &board.loaded.contest, texts),
        stages: stages.filter(|stage| !stage.links.is_empty()).collect(),
        official: match board.for_officials {
            true => {
                let has_fee = board.loaded.contest.settings.has_fee();
                official_links(&slug, (&board.stages, has_fee), texts)
            }
            false => Vec::new(),
        },
    };
    if board.for_officials {
        return private_html(&visit, StatusCode::OK, &page);
    }
    html_with_status(&visit, StatusCode::OK, &page)
}
