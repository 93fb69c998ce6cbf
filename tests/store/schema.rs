//! Who may know each column, said in one list that leaves none out.

use std::collections::{BTreeMap, BTreeSet};

use diesel::prelude::*;
use diesel::sql_types::Text;

use crate::support::{Place, on_both_engines};

const LIST: &str = include_str!("../../src/store/visibility.toml");

type Listed = BTreeMap<String, BTreeMap<String, String>>;

fn listed() -> Listed {
    toml::from_str(LIST).expect("the list is TOML")
}

#[derive(QueryableByName)]
struct Column {
    #[diesel(sql_type = Text)]
    place: String,
}

/// Every `table.column` that the database really has.
fn columns(place: &Place) -> BTreeSet<String> {
    if let Some(database) = &place.postgres {
        let sql = "SELECT table_name || '.' || column_name FROM information_schema.columns \
                   WHERE table_schema = 'public'";
        return database.run_sql(sql).lines().map(str::to_owned).collect();
    }
    let path = place.dir.path().join("adjutant.sqlite");
    let mut connection =
        SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("it opens");
    let sql = "SELECT m.name || '.' || c.name AS place FROM sqlite_schema m \
               JOIN pragma_table_info(m.name) c WHERE m.type = 'table'";
    let columns: Vec<Column> = diesel::sql_query(sql).load(&mut connection).expect("columns");
    columns.into_iter().map(|column| column.place).collect()
}

on_both_engines! {
    fn every_column_is_listed_and_nothing_else(place: &Place) {
        place.open();
        let said: BTreeSet<String> = listed()
            .iter()
            .flat_map(|(table, columns)| columns.keys().map(move |name| format!("{table}.{name}")))
            .collect();
        assert_eq!(said, columns(place));
    }
}

#[test]
fn only_the_armies_are_secret_and_only_the_operator_sees_the_migrations() {
    let mut other = BTreeSet::new();
    for (table, columns) in listed() {
        for (column, who) in columns {
            assert!(["public", "owner", "secret"].contains(&who.as_str()), "{table}.{column}");
            if who != "public" {
                other.insert(format!("{table}.{column} {who}"));
            }
        }
    }
    let expected = [
        "__diesel_schema_migrations.run_on owner",
        "__diesel_schema_migrations.version owner",
        "deployments.body secret",
    ];
    assert_eq!(other, expected.map(str::to_owned).into());
}
