//! The sealing key is gone, or replaced, while games are played.

use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use crate::game::{Game, ask};
use crate::program::Ground;

#[test]
fn f52_without_its_key_the_site_serves_what_is_public_and_games_stand_until_it_is_back() {
    let ground = Ground::sqlite(2);
    let program = ground.start();
    let mut game = Game::under_way(&ground, program.address, 3);
    let left = game.left(program.address);
    program.kill();
    let key = ground.data().join("seal.key");
    let kept = std::fs::read(&key).expect("the key");
    std::fs::remove_file(&key).expect("it goes");
    let program = ground.start();
    let address = program.address;
    for path in ["/", "/games", "/players", "/readyz", "/healthz", "/api/v1/games"] {
        let answer = ask(address, None, "GET", path, "").map(|(status, _)| status);
        assert_eq!(answer, Some(200), "{path}");
    }
    assert!(program.log().contains("put the key back"), "{}", program.log());
    assert!(game.see(address).is_some(), "the game is seen");
    assert_eq!(game.ply(address), None, "and stands");
    let offer = r#"{"pace": "600+0", "rated": false}"#;
    let made = ask(address, Some(&ground.players[0]), "POST", "/api/v1/seeks/new", offer);
    let accept = made.as_ref().and_then(|(_, seek)| {
        let seek: serde_json::Value = serde_json::from_str(seek).ok()?;
        Some(format!("/api/v1/seeks/{}/accept", seek["id"].as_str()?))
    });
    if let Some(accept) = accept {
        let answer = ask(address, Some(&ground.players[1]), "POST", &accept, "");
        assert_eq!(answer.map(|(status, _)| status), Some(503), "no game can be begun");
    }
    std::thread::sleep(Duration::from_secs(3));
    let figures = ask(address, None, "GET", "/metrics", "").expect("figures").1;
    assert!(figures.contains("adjutant_seal_key_present 0"), "{figures}");
    std::fs::write(&key, kept).expect("it is found");
    std::fs::set_permissions(&key, PermissionsExt::from_mode(0o600)).expect("a mode");
    game.ply_at_last(address, Duration::from_secs(20));
    let charged = left - game.left(address);
    assert!(charged < 3_000, "{charged} ms are charged, while the key was away too");
    game.ply(address).expect("it goes on");
    game.check(address);
    drop(program);
    assert_eq!(ground.faults(), Vec::<String>::new());
}

#[test]
fn f52_the_key_is_replaced_while_games_are_played_and_no_ply_fails() {
    let ground = Ground::sqlite(2);
    let program = ground.start();
    let address = program.address;
    let mut before = Game::under_way(&ground, address, 3);
    for _ in 0..3 {
        ground.adjutant(&["admin", "rotate-seal"]);
        before.ply(address).expect("no ply fails");
        before.check(address);
    }
    let mut after = Game::under_way(&ground, address, 2);
    let key = ground.data().join("seal.key");
    let kept = ground.dir.path().join("kept.key");
    std::fs::rename(&key, &kept).expect("it goes");
    after.ply(address).expect("the key is in memory");
    let end = Instant::now() + Duration::from_secs(10);
    while !program.log().contains("key file is gone") {
        assert!(Instant::now() < end, "it is not told: {}", program.log());
        std::thread::sleep(Duration::from_millis(50));
    }
    std::fs::rename(&kept, &key).expect("it is back");
    program.kill();
    assert_eq!(ground.faults(), Vec::<String>::new());
    let program = ground.start();
    for game in [&mut before, &mut after] {
        game.ply(program.address).expect("it goes on");
        game.check(program.address);
    }
    drop(program);
    assert_eq!(ground.faults(), Vec::<String>::new());
}
