//! Pages as a browser takes them apart: tags with their attributes, forms with their fields, and
//! whatever should not be there.

use crate::client::Reply;
use crate::visitor::Visitor;

/// The beginning of an element, or an end (`/name`), and the text behind it.
#[derive(Debug, Clone)]
pub struct Tag {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    pub text: String,
}

impl Tag {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }
}

/// Text without entities. Only those that our pages write are known.
pub fn plain(text: &str) -> String {
    let mut parts = text.split('&');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (entity, rest) = part.split_once(';').unwrap_or_else(|| panic!("a bare &: {part:.40}"));
        let number = entity.strip_prefix('#').and_then(|number| number.parse().ok());
        plain.push(match entity {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "nbsp" => '\u{a0}',
            _ => number.and_then(char::from_u32).unwrap_or_else(|| panic!("&{entity:.20};")),
        });
        plain += rest;
    }
    plain
}

/// The tags of a page, strictly: what no template of ours would write is a fault.
pub fn tags(html: &str) -> Result<Vec<Tag>, String> {
    let rest = html.strip_prefix("<!doctype html>").ok_or("no doctype")?;
    let mut found: Vec<Tag> = Vec::new();
    let mut rest = rest;
    loop {
        let raw = found.last().is_some_and(|tag| tag.name == "script");
        let end = if raw { rest.find("</script") } else { rest.find('<') };
        let end = end.unwrap_or(rest.len());
        if let Some(last) = found.last_mut() {
            last.text = if raw { rest[..end].to_owned() } else { plain(&rest[..end]) };
        }
        let Some(open) = rest.get(end + 1..).filter(|_| end < rest.len()) else {
            return Ok(found);
        };
        let (tag, behind) = tag(open)?;
        found.push(tag);
        rest = behind;
    }
}

fn tag(open: &str) -> Result<(Tag, &str), String> {
    let near = || open.chars().take(80).collect::<String>();
    let named = |one: char| one.is_ascii_alphanumeric() || one == '-' || one == '/';
    let end = open.find(|one| !named(one)).ok_or_else(near)?;
    let (name, mut rest) = open.split_at(end);
    if name.trim_start_matches('/').is_empty() {
        return Err(format!("a bare <: {}", near()));
    }
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start().trim_start_matches('/');
        if let Some(behind) = rest.strip_prefix('>') {
            let tag = Tag { name: name.to_owned(), attributes, text: String::new() };
            return Ok((tag, behind));
        }
        let end = rest.find(['=', ' ', '>', '\n']).ok_or_else(near)?;
        let (own, behind) = rest.split_at(end);
        if own.is_empty() || !own.chars().all(|one| one.is_ascii_alphabetic() || "-:".contains(one))
        {
            return Err(format!("the attribute {own:?} in {}", near()));
        }
        rest = behind;
        let mut value = String::new();
        if let Some(quoted) = rest.strip_prefix('=') {
            let quoted = quoted.strip_prefix('"').ok_or_else(near)?;
            let (inside, behind) = quoted.split_once('"').ok_or_else(near)?;
            value = plain(inside);
            rest = behind;
        }
        attributes.push((own.to_owned(), value));
    }
}

/// Elements that our pages have.
const ELEMENTS: &str = "a article aside b blockquote button caption circle cite code col colgroup datalist dd del \
    details dialog div dl dt em fieldset figcaption figure footer form g h1 h2 h3 h4 head header html i \
    img input ins kbd label legend li line link main meta nav noscript ol option output p path polyline pre \
    rect section select small span strong sub summary sup svg symbol table tbody td template text \
    textarea tfoot th thead time title tr ul use var wbr body br hr desc defs data";

/// What is wrong with a tag: something that only a visitor could have put there, or that runs.
fn wrong(tag: &Tag) -> Option<String> {
    let name = tag.name.trim_start_matches('/');
    let own_script = tag.get("src").is_some_and(|src| src.starts_with("/static/"))
        || tag.get("type") == Some("application/json");
    if name == "script" {
        return (tag.name == "script" && !own_script).then(|| format!("a script: {tag:?}"));
    }
    if !ELEMENTS.split_whitespace().any(|own| own == name) {
        return Some(format!("the element {name}"));
    }
    tag.attributes.iter().find_map(|(own, value)| {
        let led = ["href", "src", "action", "content"].contains(&own.as_str());
        let scheme = value.split(['/', '?', '#']).next().unwrap_or_default().to_ascii_lowercase();
        let leads_away = led
            && own != "content"
            && scheme.contains(':')
            && !["https:", "http:"].contains(&scheme.as_str());
        let runs = own.to_ascii_lowercase().starts_with("on")
            || ["style", "srcdoc", "formaction"].contains(&&**own);
        let planted = (own == "id" || own == "class") && value.contains("pwn");
        (leads_away || runs || planted).then(|| format!("{own}={value:?} in <{name}>"))
    })
}

/// What an answer has that nobody meant to write; `None` where all is well.
pub fn planted(reply: &Reply) -> Option<String> {
    let kind = reply.header("content-type").unwrap_or_default();
    if !kind.starts_with("text/html") {
        return None;
    }
    match tags(&reply.text()) {
        Err(fault) => Some(fault),
        Ok(tags) => tags.iter().find_map(wrong),
    }
}

/// A form as it stands in a page, with what it would send if nothing were touched.
#[derive(Debug, Clone)]
pub struct Shown {
    pub action: String,
    pub fields: Vec<(String, String)>,
}

/// The forms of a page that are sent by POST.
pub fn forms(html: &str) -> Vec<Shown> {
    let tags = tags(html).unwrap_or_else(|fault| panic!("{fault}"));
    let mut forms: Vec<Shown> = Vec::new();
    let mut open = false;
    let mut select = None;
    for tag in tags {
        let is = |name: &str| tag.get(name).is_some();
        let kind = tag.get("type").unwrap_or_default();
        match tag.name.as_str() {
            "form" => open = tag.get("method") == Some("post"),
            "/form" => open = false,
            _ => {}
        }
        if tag.name == "form" && open {
            let action = tag.get("action").expect("an action").to_owned();
            forms.push(Shown { action, fields: Vec::new() });
        }
        let Some(form) = forms.last_mut().filter(|_| open) else { continue };
        let mut add = |name: Option<&str>, value: &str| {
            form.fields.extend(name.map(|name| (name.to_owned(), value.to_owned())));
        };
        let value = tag.get("value").unwrap_or_default();
        match tag.name.as_str() {
            "input" if kind == "file" => {}
            "input" if ["radio", "checkbox"].contains(&kind) && !is("checked") => {}
            "input" => add(tag.get("name"), value),
            // A browser leaves out the line end that begins it.
            "textarea" => add(tag.get("name"), tag.text.strip_prefix('\n').unwrap_or(&tag.text)),
            "select" => {
                select = tag.get("name").map(str::to_owned);
                add(select.as_deref(), "");
            }
            "option" if is("selected") => {
                // Several may have the same name: it is the last that stands open.
                let own =
                    form.fields.iter_mut().rev().find(|(own, _)| Some(own) == select.as_ref());
                own.expect("an option stands in a select").1 = value.to_owned();
            }
            _ => {}
        }
    }
    forms
}

impl Visitor {
    /// Opens a page and takes its form at `action`.
    pub fn form(&mut self, page: &str, action: &str) -> Shown {
        let shown = self.get(page);
        assert_eq!(shown.status, 200, "{page}: {}", shown.whole());
        let form = forms(&shown.text()).into_iter().find(|form| form.action == action);
        form.unwrap_or_else(|| panic!("no form to {action} on {page}"))
    }

    /// Changes these fields of a form and sends all of it as a browser does.
    pub fn send_form(&mut self, form: &Shown, changes: &[(&str, &str)]) -> Reply {
        let kept = form.fields.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let kept = kept.filter(|(name, _)| changes.iter().all(|(own, _)| own != name));
        let all: Vec<(&str, &str)> = kept.chain(changes.iter().copied()).collect();
        self.post_bare(&form.action, &all, &[])
    }

    /// Both.
    pub fn fill(&mut self, page: &str, action: &str, changes: &[(&str, &str)]) -> Reply {
        let form = self.form(page, action);
        self.send_form(&form, changes)
    }
}

#[test]
fn forbidden_markup_is_found() {
    let page = |inside: &str| format!("<!doctype html><html><body><p>{inside}</p></body></html>");
    let found = |inside: &str| match tags(&page(inside)) {
        Err(_) => true,
        Ok(tags) => tags.iter().any(|tag| wrong(tag).is_some()),
    };
    for fine in ["a &#60;b&#62; &amp;", "<a href=\"/x?a=b:c\" title=\"on x=1\">x</a>", "<br>"] {
        assert!(!found(fine), "{fine}");
    }
    for wrong in [
        "<script>x</script>",
        "<b onclick=\"x\">",
        "<b id=pwn>",
        "<b id=\"pwn\">",
        "<a href=\"javascript:x\">",
        "<a href=\"&#106;avascript:x\">",
        "<x-y>",
        "a < b",
        "<iframe src=\"/\">",
    ] {
        assert!(found(wrong), "{wrong}");
    }
    let form = "<form method=\"post\" action=\"/x\"><input name=\"a\" value=\"1\"><input \
                type=\"radio\" name=\"b\" value=\"2\"><select name=\"c\"><option value=\"\"><option \
                value=\"3\" selected></select><textarea name=\"d\">\nx&#38;y</textarea></form>";
    let sent: Vec<String> = forms(&page(form))[0]
        .fields
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    assert_eq!(sent, ["a=1", "c=3", "d=x&y"]);
}
