//! Styles are layers, a component each, in the one order that pages declare.

use std::fs;

use crate::root;

#[test]
fn each_file_of_styles_is_a_layer_of_its_name() {
    let folder = root().join("static/css");
    let order = fs::read_to_string(folder.join("order.css")).expect("the order can be read");
    let declared = order.split("@layer").nth(1).expect("it declares layers").trim();
    let mut layers: Vec<&str> = declared.trim_end_matches(';').split(',').map(str::trim).collect();
    // What only some pages load.
    layers.extend([
        "deploy",
        "design",
        "overlay",
        "paper",
        "plan",
        "quiz",
        "screen",
        "sharing",
        "three-generals",
    ]);
    layers.sort_unstable();
    let mut found = Vec::new();
    for entry in fs::read_dir(&folder).expect("styles can be read").flatten() {
        let path = entry.path();
        let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("styles are UTF-8");
        let long = text.lines().find(|line| line.chars().count() > 120);
        assert_eq!(long, None, "{name}: a line over 120 columns");
        if name != "order" {
            // All of it is inside: a rule outside of all layers would win against every layer.
            let (_, rules) = text.split_once("*/").expect("a comment says what it is for");
            assert!(rules.trim_start().starts_with(&format!("@layer {name} {{\n")), "{name}");
            let outside = rules.trim().lines().skip(1).find(|line| !line.starts_with(' '));
            assert_eq!(outside, Some("}"), "{name}");
            assert!(rules.trim_end().ends_with("\n}"), "{name}");
            found.push(name);
        }
    }
    found.sort_unstable();
    assert_eq!(found, layers);
}
