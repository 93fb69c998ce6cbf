//! Results as text.

use std::fmt::Write as _;
use std::io::{self, Write};

use clap::ValueEnum;

use crate::service::shell::{Answer, Value};

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// Aligned columns; long BLOBs are cut.
    Table,
    /// Values between tabs; tabs, line ends and backslashes in them as \t, \n, \r and \\.
    Tabs,
    /// CSV with a heading; NULL is an empty value.
    Csv,
    /// A JSON object a line.
    Ndjson,
}

/// Bytes of a BLOB that a table shows.
const SHOWN: usize = 16;

/// Writes a result; nothing where the statement has none.
///
/// # Errors
/// Where `out` cannot take it.
pub(super) fn print(form: Form, answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    if answer.columns.is_empty() {
        return Ok(());
    }
    match form {
        Form::Table => table(answer, out),
        Form::Tabs => tabs(answer, out),
        Form::Csv => csv(answer, out),
        Form::Ndjson => ndjson(answer, out),
    }
}

fn table(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let names = answer.columns.iter().map(|name| escaped(name)).collect();
    let rule = Vec::new();
    let rows = answer.rows.iter().map(|row| row.iter().map(cell).collect());
    let lines: Vec<Vec<String>> = [names, rule].into_iter().chain(rows).collect();
    let width = |column: usize| {
        lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..answer.columns.len()).filter_map(width).collect();
    for (number, line) in lines.iter().enumerate() {
        let mut text = String::new();
        for (column, &width) in widths.iter().enumerate() {
            let value = number.checked_sub(2).and_then(|row| answer.rows[row].get(column));
            let is_number = matches!(value, Some(Value::Integer(_) | Value::Real(_)));
            let _ = match line.get(column) {
                None => write!(text, "{:-<width$}  ", ""),
                Some(cell) if is_number => write!(text, "{cell:>width$}  "),
                Some(cell) => write!(text, "{cell:<width$}  "),
            };
        }
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(())
}

/// A value in a table.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => "NULL".to_owned(),
        Value::Blob(bytes) if bytes.len() > SHOWN => {
            format!("{}… ({} bytes)", hex(&bytes[..SHOWN]), bytes.len())
        }
        other => escaped(&plain(other)),
    }
}

fn tabs(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let heading: Vec<String> = answer.columns.iter().map(|name| escaped(name)).collect();
    writeln!(out, "{}", heading.join("\t"))?;
    for row in &answer.rows {
        let row: Vec<String> = row.iter().map(|value| escaped(&plain(value))).collect();
        writeln!(out, "{}", row.join("\t"))?;
    }
    Ok(())
}

fn csv(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(&answer.columns).map_err(below)?;
    for row in &answer.rows {
        writer.write_record(row.iter().map(plain)).map_err(below)?;
    }
    writer.flush()
}

/// The error of the output itself, whose kind says whether its reader has gone.
fn below(e: csv::Error) -> io::Error {
    match e.into_kind() {
        csv::ErrorKind::Io(e) => e,
        other => io::Error::other(format!("{other:?}")),
    }
}

fn ndjson(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let names = distinct(&answer.columns);
    for row in &answer.rows {
        let mut line = String::from("{");
        for (name, value) in names.iter().zip(row) {
            let comma = if line.len() > 1 { "," } else { "" };
            let name = serde_json::to_string(name)?;
            let _ = write!(line, "{comma}{name}:{}", json(value));
        }
        writeln!(out, "{line}}}")?;
    }
    Ok(())
}

fn json(value: &Value) -> serde_json::Value {
    match value {
        Value::Null => serde_json::Value::Null,
        Value::Integer(number) => (*number).into(),
        Value::Real(number) => (*number).into(),
        Value::Text(text) => text.as_str().into(),
        Value::Blob(bytes) => hex(bytes).into(),
    }
}

/// Names of columns, with a number behind one that was there before: an object has each once.
fn distinct(columns: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(columns.len());
    for column in columns {
        let mut name = column.clone();
        let mut number = 1;
        while names.contains(&name) {
            number += 1;
            name = format!("{column}_{number}");
        }
        names.push(name);
    }
    names
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Integer(number) => number.to_string(),
        Value::Real(number) => format!("{number:?}"),
        Value::Text(text) => text.clone(),
        Value::Blob(bytes) => hex(bytes),
    }
}

fn hex(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(bytes)
}

/// A text on one line and harmless to a terminal: what people have written may hold sequences that
/// move its cursor or write somewhere else.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' => escaped.push_str("\\\\"),
            control if control.is_control() => escaped.extend(control.escape_default()),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(form: Form, answer: &Answer) -> String {
        let mut out = Vec::new();
        print(form, answer, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn answer() -> Answer {
        let text = |text: &str| Value::Text(text.to_owned());
        Answer {
            columns: ["id", "name", "name", "body"].map(str::to_owned).to_vec(),
            rows: vec![
                vec![
                    Value::Integer(7),
                    text("Ana, \"A\""),
                    Value::Null,
                    Value::Blob(vec![0xab; 20]),
                ],
                vec![
                    Value::Integer(12),
                    text("tab\t\x1b[2J"),
                    Value::Real(1.0),
                    Value::Blob(vec![1]),
                ],
            ],
            changed: 0,
        }
    }

    #[test]
    fn a_table_is_aligned_and_cuts_long_blobs() {
        let hex = "ab".repeat(16);
        let body = format!("{hex}… (20 bytes)");
        let rule = "-".repeat(body.chars().count());
        let lines = [
            "id  name            name  body".to_owned(),
            format!("--  --------------  ----  {rule}"),
            format!(" 7  Ana, \"A\"        NULL  {body}"),
            "12  tab\\t\\u{1b}[2J   1.0  01\n".to_owned(),
        ];
        assert_eq!(printed(Form::Table, &answer()), lines.join("\n"));
    }

    #[test]
    fn other_forms_have_blobs_whole_and_keep_columns_apart() {
        let hex = "ab".repeat(20);
        assert_eq!(
            printed(Form::Tabs, &answer()),
            format!(
                "id\tname\tname\tbody\n7\tAna, \"A\"\t\t{hex}\n12\ttab\\t\\u{{1b}}[2J\t1.0\t01\n"
            )
        );
        assert_eq!(
            printed(Form::Csv, &answer()),
            format!("id,name,name,body\n7,\"Ana, \"\"A\"\"\",,{hex}\n12,tab\t\x1b[2J,1.0,01\n")
        );
        assert_eq!(
            printed(Form::Ndjson, &answer()),
            format!(
                "{{\"id\":7,\"name\":\"Ana, \\\"A\\\"\",\"name_2\":null,\"body\":\"{hex}\"}}\n\
                 {{\"id\":12,\"name\":\"tab\\t\\u001b[2J\",\"name_2\":1.0,\"body\":\"01\"}}\n"
            )
        );
    }

    #[test]
    fn a_statement_without_a_result_prints_nothing() {
        let answer = Answer { columns: Vec::new(), rows: Vec::new(), changed: 3 };
        for form in [Form::Table, Form::Tabs, Form::Csv, Form::Ndjson] {
            assert_eq!(printed(form, &answer), "");
        }
    }
}
