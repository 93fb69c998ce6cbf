//! The files of a deployment name settings, ports, paths and metrics that there are.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const SERVERS: [&str; 2] = ["one", "two"];

fn text(file: &str) -> String {
    let path = Path::new(ROOT).join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn yaml(file: &str) -> Value {
    serde_saphyr::from_str(&text(file)).unwrap_or_else(|e| panic!("{file}: {e}"))
}

/// The words of a text that begin so, with the letters and marks that a name may have.
fn words(text: &str, start: &str) -> BTreeSet<String> {
    let parts = text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'));
    parts.filter(|word| word.starts_with(start)).map(str::to_owned).collect()
}

/// The variables that `serve` reads.
fn known_variables() -> BTreeSet<String> {
    let help = Command::new(env!("CARGO_BIN_EXE_adjutant")).args(["serve", "--help"]).output();
    let help = String::from_utf8(help.expect("it runs").stdout).expect("UTF-8");
    let mut known = words(&help, "ADJUTANT_");
    known.insert("ADJUTANT_OPERATOR_TOKEN".to_owned());
    known.insert("ADJUTANT_SMTP_URL".to_owned());
    assert!(known.len() > 20, "{known:?}");
    known
}

fn keys(value: &Value) -> Vec<String> {
    value.as_object().expect("a mapping").keys().cloned().collect()
}

fn strings(value: &Value) -> Vec<String> {
    let all = value.as_array().expect("a list").iter();
    all.map(|one| one.as_str().expect("a text").to_owned()).collect()
}

/// The value of the one line that begins so.
fn value_of(text: &str, start: &str) -> String {
    let found: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix(start)).collect();
    assert_eq!(found.len(), 1, "{start}: {found:?}");
    found[0].to_owned()
}

fn port(address: &str) -> u16 {
    let port = address.rsplit_once(':').and_then(|(_, port)| port.parse().ok());
    port.unwrap_or_else(|| panic!("{address} has a port"))
}

#[test]
fn each_setting_of_a_deployment_is_one_of_the_program() {
    let known = known_variables();
    let compose = yaml("compose.yaml");
    let mut named = words(&text("Dockerfile"), "ADJUTANT_");
    for server in SERVERS {
        named.extend(keys(&compose["services"][server]["environment"]));
    }
    named.extend(words(&text("deploy/adjutant.service"), "ADJUTANT_"));
    assert!(named.len() > 6, "{named:?}");
    let unknown: Vec<&String> = named.difference(&known).collect();
    assert!(unknown.is_empty(), "{unknown:?}");

    let example = text("adjutant.example.toml");
    let settings: BTreeSet<&str> = example
        .lines()
        .filter_map(|line| line.trim_start_matches("# ").split_once(" = "))
        .map(|(name, _)| name)
        .collect();
    let packaged: toml::Table = text("deploy/debian/adjutant.toml").parse().expect("TOML");
    assert!(packaged.len() >= 4, "{packaged:?}");
    for name in packaged.keys() {
        assert!(settings.contains(name.as_str()), "{name} is no setting");
    }
}

#[test]
fn image_proxy_and_monitoring_agree_on_ports_and_names() {
    let (docker, compose) = (text("Dockerfile"), yaml("compose.yaml"));
    let services = keys(&compose["services"]);
    let exposed: u16 = value_of(&docker, "EXPOSE ").parse().expect("a port");
    let listens = value_of(&docker, "ENV ADJUTANT_LISTEN=");
    assert_eq!(port(listens.trim_end_matches(" \\")), exposed);
    let asks = docker.lines().find(|line| line.contains("\"probe\"")).expect("a health check");
    assert!(asks.contains(&format!("127.0.0.1:{exposed}/healthz")), "{asks}");

    let caddy = text("deploy/Caddyfile");
    let upstreams = value_of(&caddy, "\treverse_proxy ");
    let upstreams: Vec<&str> = upstreams.trim_end_matches(" {").split(' ').collect();
    assert_eq!(upstreams, SERVERS.map(|server| format!("{server}:{exposed}")));
    assert!(caddy.contains("health_uri /readyz"));

    let prometheus = yaml("deploy/prometheus.yml");
    let targets = strings(&prometheus["scrape_configs"][0]["static_configs"][0]["targets"]);
    assert_eq!(targets.len(), SERVERS.len());
    for (server, target) in SERVERS.into_iter().zip(targets) {
        let environment = &compose["services"][server]["environment"];
        let listens = environment["ADJUTANT_METRICS_LISTEN"].as_str().expect("an address");
        assert_eq!(target, format!("{server}:{}", port(listens)));
        assert_eq!(environment["ADJUTANT_BEHIND_PROXY"], "true");
        let database = environment["ADJUTANT_DATABASE_URL"].as_str().expect("an address");
        for host in ["primary", "standby"] {
            assert!(database.contains(&format!("{host}:5432")), "{database}");
            assert!(services.contains(&host.to_owned()), "{services:?}");
        }
    }
    assert_eq!(prometheus["scrape_configs"][0]["job_name"], "adjutant");
}

#[test]
fn what_containers_mount_exists_and_secrets_have_to_be_given() {
    let compose = yaml("compose.yaml");
    let volumes: BTreeSet<String> = keys(&compose["volumes"]).into_iter().collect();
    let mut used = BTreeSet::new();
    for (name, service) in compose["services"].as_object().expect("services") {
        for mount in service.get("volumes").map(strings).unwrap_or_default() {
            let (source, _) = mount.split_once(':').expect("a source and a place");
            match source.strip_prefix("./") {
                Some(file) => assert!(Path::new(ROOT).join(file).exists(), "{name}: {file}"),
                None => assert!(used.insert(source.to_owned()) || volumes.contains(source)),
            }
        }
    }
    assert_eq!(used, volumes);
    let asked: BTreeSet<String> = text("compose.yaml")
        .split("${")
        .skip(1)
        .map(|rest| rest.split_once(":?").expect("each variable has to be given").0.to_owned())
        .collect();
    let example = text("deploy/compose.env.example");
    let given: BTreeSet<String> = example
        .lines()
        .filter_map(|line| line.split_once('=').filter(|_| !line.starts_with('#')))
        .map(|(name, _)| name.to_owned())
        .collect();
    assert_eq!(asked, given);
}

#[test]
fn the_image_is_built_from_what_is_not_left_out() {
    let ignored = text(".dockerignore");
    let allowed: BTreeSet<&str> =
        ignored.lines().filter_map(|line| line.strip_prefix('!')).collect();
    for name in &allowed {
        assert!(Path::new(ROOT).join(name).exists(), "{name}");
    }
    let manifest: toml::Table = text("Cargo.toml").parse().expect("TOML");
    let sources = ["Cargo.toml", "Cargo.lock", "src", "crates", "build.rs", "benches"];
    let copied = text("Dockerfile");
    let copied = copied.lines().filter_map(|line| line.strip_prefix("COPY ")).flat_map(|line| {
        line.split(' ').filter(|word| word.contains('.') && *word != "." && !word.starts_with('-'))
    });
    for name in sources.into_iter().chain(copied.filter(|word| !word.starts_with('/'))) {
        assert!(allowed.contains(name), "{name} is left out");
    }
    assert!(manifest.contains_key("bench"), "benches are named, so the build needs their files");
}

/// A field of the Debian package's description.
fn packaged(manifest: &toml::Table, field: &str) -> toml::Value {
    manifest["package"]["metadata"]["deb"][field].clone()
}

#[test]
fn unit_package_and_settings_agree_on_user_and_paths() {
    let manifest: toml::Table = text("Cargo.toml").parse().expect("TOML");
    let (unit, install) = (text("deploy/adjutant.service"), text("deploy/debian/postinst"));
    let settings: toml::Table = text("deploy/debian/adjutant.toml").parse().expect("TOML");
    let user = value_of(&unit, "User=");
    assert_eq!(user, value_of(&unit, "Group="));
    assert!(install.contains(&format!("getent passwd {user} ")), "{install}");
    let state = format!("/var/lib/{}", value_of(&unit, "StateDirectory="));
    assert_eq!(settings["data_dir"].as_str(), Some(state.as_str()));
    assert_eq!(value_of(&unit, "WorkingDirectory="), state);
    let backups = value_of(&unit, "ReadWritePaths=-");
    assert_eq!(settings["backup_dir"].as_str(), Some(backups.as_str()));
    let owned = format!("--owner={user} --group={user} {state} {backups}");
    assert!(install.contains(&owned), "{install}");
    for script in ["postinst", "prerm", "postrm"] {
        assert!(text(&format!("deploy/debian/{script}")).contains("#DEBHELPER#"), "{script}");
    }

    let assets = packaged(&manifest, "assets");
    let placed: Vec<(String, String)> = assets
        .as_array()
        .expect("a list")
        .iter()
        .map(|asset| {
            let source = asset[0].as_str().expect("a source");
            let name = source.rsplit('/').next().expect("a name");
            (source.to_owned(), format!("/{}{name}", asset[1].as_str().expect("a place")))
        })
        .collect();
    let is_placed = |path: &str| placed.iter().any(|(_, place)| place == path);
    let start = value_of(&unit, "ExecStart=");
    let (program, arguments) = start.split_once(' ').expect("arguments");
    assert!(is_placed(program), "{program}: {placed:?}");
    let config = arguments.strip_prefix("serve --config ").expect("the settings");
    assert!(is_placed(config), "{config}: {placed:?}");
    let kept = packaged(&manifest, "conf-files");
    assert_eq!(kept.as_array().expect("a list"), &[toml::Value::from(config)]);
    for (source, _) in placed.iter().filter(|(source, _)| !source.starts_with("target/")) {
        let folder = source.split_once('*').map_or(source.as_str(), |(folder, _)| folder);
        let folder = folder.rsplit_once('/').map_or("", |(folder, _)| folder);
        let source = if source.contains('*') { folder } else { source };
        assert!(Path::new(ROOT).join(source).exists(), "{source}");
    }
    let guide = value_of(&unit, "Documentation=file://");
    assert!(placed.iter().any(|(_, place)| guide.starts_with(place.split('*').next().unwrap())));
}

#[test]
fn the_open_archive_is_written_each_night_by_the_user_of_the_server_into_its_directory() {
    let (server, unit) = (text("deploy/adjutant.service"), text("deploy/adjutant-archive.service"));
    for name in ["User=", "Group=", "WorkingDirectory=", "UMask=", "EnvironmentFile="] {
        assert_eq!(value_of(&unit, name), value_of(&server, name), "{name}");
    }
    let settings = text("deploy/debian/adjutant.toml");
    let directory = value_of(&settings, "# archive_dir = ");
    let directory = directory.trim_matches('"');
    let data = value_of(&settings, "data_dir = ");
    let expected =
        format!("/usr/bin/adjutant archive --data-dir {} {directory}", data.trim_matches('"'));
    assert_eq!(value_of(&unit, "ExecStart="), expected);
    assert!(directory.starts_with(&value_of(&unit, "ReadWritePaths=")), "{directory}");
    let timer = text("deploy/adjutant-archive.timer");
    assert!(value_of(&timer, "OnCalendar=").ends_with(" UTC"));
    assert!(text("docs/operating.md").contains(expected.trim_start_matches("/usr/bin/")));
    let known = words(&unit, "ADJUTANT_").is_subset(&known_variables());
    assert!(known, "{unit}");
}

/// The headings of the guide for operators.
fn recipes() -> BTreeSet<String> {
    let guide = text("docs/operating.md");
    guide.lines().filter_map(|line| line.strip_prefix("### ")).map(str::to_owned).collect()
}

#[test]
fn alerts_and_dashboard_name_metrics_that_there_are_and_each_alert_a_recipe() {
    let known: BTreeSet<String> = adjutant_site::readiness::metric_names().into_iter().collect();
    let rules = yaml("deploy/alerts.yml");
    let recipes = recipes();
    let mut named = BTreeSet::new();
    for rule in rules["groups"][0]["rules"].as_array().expect("rules") {
        let expression = rule["expr"].as_str().expect("an expression");
        named.extend(words(expression, "adjutant_"));
        named.extend(words(expression, "process_"));
        let recipe = rule["annotations"]["recipe"].as_str().expect("a recipe");
        assert!(recipes.contains(recipe), "{recipe}: {recipes:?}");
        assert!(
            rule["annotations"]["summary"].is_string() && rule["labels"]["severity"].is_string()
        );
    }
    assert!(named.len() > 12, "{named:?}");
    let dashboard: Value = serde_json::from_str(&text("deploy/grafana.json")).expect("JSON");
    let mut shown = BTreeSet::new();
    for panel in dashboard["panels"].as_array().expect("panels") {
        for target in panel["targets"].as_array().into_iter().flatten() {
            let expression = target["expr"].as_str().expect("an expression");
            shown.extend(words(expression, "adjutant_"));
            shown.extend(words(expression, "process_"));
        }
    }
    let unknown: Vec<&String> = named.union(&shown).filter(|name| !known.contains(*name)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    let unseen: Vec<&String> = known
        .iter()
        .filter(|name| !name.ends_with("_sum") && !name.ends_with("_count"))
        .filter(|name| !shown.contains(*name))
        .collect();
    assert!(unseen.is_empty(), "the dashboard does not show {unseen:?}");
}
