//! Prints results as text.

use std::fmt::Write as _;
use std::io::{self, Write};

use clap::ValueEnum;

use adjutant_service::shell::{SqlValue, StatementOutput};

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum OutputFormat {
    /// Aligned columns; long BLOBs are cut.
    Table,
    /// Values between tabs; tabs, line ends and backslashes in them as \t, \n, \r and \\.
    Tabs,
    /// CSV with a heading; NULL is an empty value.
    Csv,
    /// One JSON object per line.
    Ndjson,
}

/// The number of bytes of a BLOB that a table shows.
const MAX_SHOWN_BLOB_BYTES: usize = 16;

/// Writes a result; nothing for a statement without one.
pub(super) fn print_output(
    form: OutputFormat,
    answer: &StatementOutput,
    out: &mut dyn Write,
) -> io::Result<()> {
    if answer.columns.is_empty() {
        return Ok(());
    }
    match form {
        OutputFormat::Table => print_table(answer, out),
        OutputFormat::Tabs => print_tabs(answer, out),
        OutputFormat::Csv => print_csv(answer, out),
        OutputFormat::Ndjson => print_ndjson(answer, out),
    }
}

fn print_table(answer: &StatementOutput, out: &mut dyn Write) -> io::Result<()> {
    let names = answer.columns.iter().map(|name| escape_control(name)).collect();
    let rule = Vec::new();
    let rows = answer.rows.iter().map(|row| row.iter().map(table_cell).collect());
    let lines: Vec<Vec<String>> = [names, rule].into_iter().chain(rows).collect();
    let width = |column: usize| {
        lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..answer.columns.len()).filter_map(width).collect();
    for (number, line) in lines.iter().enumerate() {
        let mut text = String::new();
        for (column, &width) in widths.iter().enumerate() {
            let value = number.checked_sub(2).and_then(|row| answer.rows[row].get(column));
            let is_number = matches!(value, Some(SqlValue::Integer(_) | SqlValue::Real(_)));
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

fn table_cell(value: &SqlValue) -> String {
    match value {
        SqlValue::Null => "NULL".to_owned(),
        SqlValue::Blob(bytes) if bytes.len() > MAX_SHOWN_BLOB_BYTES => {
            format!("{}… ({} bytes)", hex(&bytes[..MAX_SHOWN_BLOB_BYTES]), bytes.len())
        }
        other => escape_control(&plain_text(other)),
    }
}

fn print_tabs(answer: &StatementOutput, out: &mut dyn Write) -> io::Result<()> {
    let heading: Vec<String> = answer.columns.iter().map(|name| escape_control(name)).collect();
    writeln!(out, "{}", heading.join("\t"))?;
    for row in &answer.rows {
        let row: Vec<String> = row.iter().map(|value| escape_control(&plain_text(value))).collect();
        writeln!(out, "{}", row.join("\t"))?;
    }
    Ok(())
}

fn print_csv(answer: &StatementOutput, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(&answer.columns).map_err(into_io_error)?;
    for row in &answer.rows {
        writer.write_record(row.iter().map(plain_text)).map_err(into_io_error)?;
    }
    writer.flush()
}

/// The error of the output itself, whose kind shows whether the reader is gone.
fn into_io_error(e: csv::Error) -> io::Error {
    match e.into_kind() {
        csv::ErrorKind::Io(e) => e,
        other => io::Error::other(format!("{other:?}")),
    }
}

fn print_ndjson(answer: &StatementOutput, out: &mut dyn Write) -> io::Result<()> {
    let names = distinct_names(&answer.columns);
    for row in &answer.rows {
        let mut line = String::from("{");
        for (name, value) in names.iter().zip(row) {
            let comma = if line.len() > 1 { "," } else { "" };
            let name = serde_json::to_string(name)?;
            let _ = write!(line, "{comma}{name}:{}", json_value(value));
        }
        writeln!(out, "{line}}}")?;
    }
    Ok(())
}

fn json_value(value: &SqlValue) -> serde_json::Value {
    match value {
        SqlValue::Null => serde_json::Value::Null,
        SqlValue::Integer(number) => (*number).into(),
        SqlValue::Real(number) => (*number).into(),
        SqlValue::Text(text) => text.as_str().into(),
        SqlValue::Blob(bytes) => hex(bytes).into(),
    }
}

/// Column names, numbered if repeated: an object has each name once.
fn distinct_names(columns: &[String]) -> Vec<String> {
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

fn plain_text(value: &SqlValue) -> String {
    match value {
        SqlValue::Null => String::new(),
        SqlValue::Integer(number) => number.to_string(),
        SqlValue::Real(number) => format!("{number:?}"),
        SqlValue::Text(text) => text.clone(),
        SqlValue::Blob(bytes) => hex(bytes),
    }
}

fn hex(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(bytes)
}

/// Puts text on one line and escapes control characters, since people's input may contain terminal
/// escape sequences.
fn escape_control(text: &str) -> String {
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

    fn printed(form: OutputFormat, answer: &StatementOutput) -> String {
        let mut out = Vec::new();
        print_output(form, answer, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn answer() -> StatementOutput {
        let text = |text: &str| SqlValue::Text(text.to_owned());
        StatementOutput {
            columns: ["id", "name", "name", "body"].map(str::to_owned).to_vec(),
            rows: vec![
                vec![
                    SqlValue::Integer(7),
                    text("Ana, \"A\""),
                    SqlValue::Null,
                    SqlValue::Blob(vec![0xab; 20]),
                ],
                vec![
                    SqlValue::Integer(12),
                    text("tab\t\x1b[2J"),
                    SqlValue::Real(1.0),
                    SqlValue::Blob(vec![1]),
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
        assert_eq!(printed(OutputFormat::Table, &answer()), lines.join("\n"));
    }

    #[test]
    fn other_forms_have_blobs_whole_and_keep_columns_apart() {
        let hex = "ab".repeat(20);
        assert_eq!(
            printed(OutputFormat::Tabs, &answer()),
            format!(
                "id\tname\tname\tbody\n7\tAna, \"A\"\t\t{hex}\n12\ttab\\t\\u{{1b}}[2J\t1.0\t01\n"
            )
        );
        assert_eq!(
            printed(OutputFormat::Csv, &answer()),
            format!("id,name,name,body\n7,\"Ana, \"\"A\"\"\",,{hex}\n12,tab\t\x1b[2J,1.0,01\n")
        );
        assert_eq!(
            printed(OutputFormat::Ndjson, &answer()),
            format!(
                "{{\"id\":7,\"name\":\"Ana, \\\"A\\\"\",\"name_2\":null,\"body\":\"{hex}\"}}\n\
                 {{\"id\":12,\"name\":\"tab\\t\\u001b[2J\",\"name_2\":1.0,\"body\":\"01\"}}\n"
            )
        );
    }

    #[test]
    fn a_statement_without_a_result_prints_nothing() {
        let answer = StatementOutput { columns: Vec::new(), rows: Vec::new(), changed: 3 };
        for form in
            [OutputFormat::Table, OutputFormat::Tabs, OutputFormat::Csv, OutputFormat::Ndjson]
        {
            assert_eq!(printed(form, &answer), "");
        }
    }
}
