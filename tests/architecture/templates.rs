//! Templates are written to be read, and sent without what only readers need.

use std::fs;
use std::path::Path;

use crate::collapse::collapse;
use crate::root;

#[test]
fn no_line_of_a_template_is_longer_than_120_columns() {
    let mut long = Vec::new();
    lines(&root().join("templates"), &mut |path, number, line| {
        if line.chars().count() > 120 {
            long.push(format!("{}:{number}", path.display()));
        }
    });
    assert!(long.is_empty(), "{}", long.join("\n"));
}

fn lines(dir: &Path, look: &mut impl FnMut(&Path, usize, &str)) {
    for entry in fs::read_dir(dir).expect("templates can be read").flatten() {
        let path = entry.path();
        if path.is_dir() {
            lines(&path, look);
        } else {
            let text = fs::read_to_string(&path).expect("a template is UTF-8");
            text.lines().enumerate().for_each(|(at, line)| look(&path, at + 1, line));
        }
    }
}

#[test]
fn whitespace_of_templates_is_not_sent() {
    let cases = [
        // Next to blocks and just inside of elements it goes, between inline ones a space stays.
        ("<ul>\n  <li>\n    {{ a }}\n  </li>\n</ul>\n", "<ul><li>{{ a }}</li></ul>"),
        (
            "<p>\n  {{ a }}\n  <b>\n    {{ b }}\n  </b>\n  c\n</p>",
            "<p>{{ a }} <b>{{ b }}</b> c</p>",
        ),
        (
            "<svg>\n  <use href=\"#a\"/>\n</svg>\n{#- -#}\nb",
            "<svg><use href=\"#a\"/></svg> {#- -#} b",
        ),
        (
            "<i>a</i>\n{%- if b %}\n  <i>c</i>\n{%- endif %}",
            "<i>a</i> {%- if b %} <i>c</i> {%- endif %}",
        ),
        (
            "<form>\n  <input type=\"hidden\">\n  <input>\n</form>\n<a>",
            "<form><input type=\"hidden\"><input></form> <a>",
        ),
        // In a tag, values stay as they are.
        (
            "<a\n  href=\"{{ b }}\"\n  title=\"c\n  d > e\"\n  {%- if f %} g{% endif %}\n>",
            "<a href=\"{{ b }}\" title=\"c\n  d > e\" {%- if f %} g{% endif %}>",
        ),
        (
            "<br\n/>\n<p class=\"{% if a > b %}c{% endif %}\">",
            "<br/><p class=\"{% if a > b %}c{% endif %}\">",
        ),
        // What is written to be read as it is.
        ("<div>\n  <pre>\n a\n  b</pre>\n</div>", "<div><pre>\n a\n  b</pre></div>"),
        (
            "<textarea name=\"a\">\n{{ b }}</textarea>\n<p>",
            "<textarea name=\"a\">\n{{ b }}</textarea><p>",
        ),
        ("{{ a\n  .b() }}\n{{ c }}  <i> d</i>", "{{ a\n  .b() }} {{ c }}  <i> d</i>"),
    ];
    for (written, sent) in cases {
        assert_eq!(collapse(written, false), sent);
        assert_eq!(collapse(sent, false), sent, "a second time nothing goes");
    }
    let feed = "<?xml version=\"1.0\"?>\n<feed>\n  <id>a b</id>\n  <link/>\n</feed>\n";
    assert_eq!(collapse(feed, true), "<?xml version=\"1.0\"?><feed><id>a b</id><link/></feed>");
}
