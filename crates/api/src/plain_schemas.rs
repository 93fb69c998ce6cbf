//! Schemas without inheritance. serde flattens structs into others, which utoipa describes by `allOf`; generators of
//! clients read it differently or not at all. Here the fields are merged, and each variant of a union gets a schema of
//! its own with the field that tells it apart as discriminator.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

type Schemas = Map<String, Value>;

const PREFIX: &str = "#/components/schemas/";

/// Rewrites the schemas of a description, and drops those that nothing refers to afterwards.
pub(super) fn simplify(api: &mut Value) {
    let Some(schemas) = api["components"]["schemas"].as_object().cloned() else { return };
    let used = references(api);
    let apart = schemas.keys().filter(|name| !used.contains(*name)).cloned().collect();
    let mut plain = Schemas::new();
    for (name, schema) in &schemas {
        let merged = merge(&schemas, schema);
        name_variants(&mut plain, name, merged);
    }
    api["components"]["schemas"] = Value::Object(plain);
    drop_unused(api, &apart);
}

/// The schema with the fields of all that it consists of.
fn merge(schemas: &Schemas, schema: &Value) -> Value {
    let mut schema = schema.clone();
    if let Some(variants) = schema.get_mut("oneOf").and_then(Value::as_array_mut) {
        for variant in variants.iter_mut().filter(|one| one.get("allOf").is_some()) {
            *variant = merge(schemas, variant);
        }
    }
    let Some(parts) = schema.get("allOf").and_then(Value::as_array).cloned() else { return schema };
    let mut wholes = vec![json!({"type": "object", "properties": {}, "required": []})];
    for part in &parts {
        let alternatives = alternatives(schemas, part);
        let added = wholes.iter().flat_map(|whole| {
            alternatives.iter().map(|alternative| add_fields(whole.clone(), alternative))
        });
        wholes = added.collect();
    }
    let mut plain = match wholes.len() {
        1 => wholes.remove(0),
        _ => json!({"oneOf": wholes}),
    };
    if let Some(about) = schema.get("description") {
        plain["description"] = about.clone();
    }
    plain
}

/// The objects that a part may be.
fn alternatives(schemas: &Schemas, part: &Value) -> Vec<Value> {
    if let Some(target) = part["$ref"].as_str().and_then(|path| path.strip_prefix(PREFIX)) {
        return schemas.get(target).map_or_else(Vec::new, |found| alternatives(schemas, found));
    }
    let part = merge(schemas, part);
    let Some(choices) = part["oneOf"].as_array() else { return vec![part] };
    if choices.iter().any(|one| one["type"] == "null") {
        // Fields of an option that is flattened are all there or all absent.
        let some = choices.iter().filter(|one| one["type"] != "null");
        let mut found: Vec<Value> = some.flat_map(|one| alternatives(schemas, one)).collect();
        found.iter_mut().for_each(|one| one["required"] = json!([]));
        return found;
    }
    choices.iter().flat_map(|one| alternatives(schemas, one)).collect()
}

/// Adds the fields of a part to a schema.
fn add_fields(mut whole: Value, part: &Value) -> Value {
    for (name, field) in part["properties"].as_object().into_iter().flatten() {
        whole["properties"][name] = field.clone();
    }
    if let (Some(all), Some(more)) = (whole["required"].as_array_mut(), part["required"].as_array())
    {
        all.extend(more.iter().cloned());
    }
    if whole["description"].is_null() && part["description"].is_string() {
        whole["description"] = part["description"].clone();
    }
    whole
}

/// Adds a schema; variants that a field tells apart become schemas of their own.
fn name_variants(plain: &mut Schemas, name: &str, mut schema: Value) {
    let variants = schema["oneOf"].as_array().cloned().unwrap_or_default();
    if let Some(field) = variants.first().and_then(telling_field)
        && variants.iter().all(|one| telling_field(one).as_deref() == Some(field.as_str()))
    {
        let (mut choices, mut mapping) = (Vec::new(), Map::new());
        for variant in variants {
            let word = word_of(&variant, &field);
            let own = format!("{name}{}", pascal_case(&word));
            let path = format!("{PREFIX}{own}");
            choices.push(json!({"$ref": path}));
            mapping.insert(word, json!(path));
            plain.insert(own, variant);
        }
        schema["oneOf"] = Value::Array(choices);
        schema["discriminator"] = json!({"propertyName": field, "mapping": mapping});
    }
    plain.insert(name.to_owned(), schema);
}

/// The required field of a variant that has one possible value.
fn telling_field(variant: &Value) -> Option<String> {
    let fields = variant["properties"].as_object()?;
    let required = variant["required"].as_array()?;
    let one = fields.iter().find(|(name, field)| {
        let single = field["enum"].as_array().is_some_and(|values| values.len() == 1);
        single && required.iter().any(|one| one.as_str() == Some(name))
    });
    one.map(|(name, _)| name.clone())
}

fn word_of(variant: &Value, field: &str) -> String {
    variant["properties"][field]["enum"][0].as_str().unwrap_or_default().to_owned()
}

fn pascal_case(word: &str) -> String {
    let parts = word.split(['-', '_']).map(|part| {
        let (first, rest) = part.split_at(part.len().min(1));
        first.to_uppercase() + rest
    });
    parts.collect()
}

/// The names of the schemas that something refers to.
fn references(value: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    collect_references(value, &mut found);
    found
}

fn collect_references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(path) = fields.get("$ref").and_then(Value::as_str) {
                found.extend(path.strip_prefix(PREFIX).map(str::to_owned));
            }
            fields.values().for_each(|field| collect_references(field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| collect_references(item, found)),
        _ => {}
    }
}

/// Drops schemas that nothing refers to, but for those that stood `apart` from the start.
fn drop_unused(api: &mut Value, apart: &BTreeSet<String>) {
    loop {
        let used = references(api);
        let Some(schemas) = api["components"]["schemas"].as_object_mut() else { return };
        let count = schemas.len();
        schemas.retain(|name, _| used.contains(name) || apart.contains(name));
        if schemas.len() == count {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::simplify;

    #[test]
    fn flattened_fields_are_merged_and_variants_get_names() {
        let text = json!({"type": "string"});
        let mut api = json!({
            "paths": {"/x": {"$ref": "#/components/schemas/Event"}},
            "components": {"schemas": {
                "Event": {"description": "An event.", "allOf": [
                    {"$ref": "#/components/schemas/Kind"},
                    {"type": "object", "properties": {"at": text}, "required": ["at"]},
                ]},
                "Kind": {"oneOf": [
                    {"type": "object", "properties": {"is": {"type": "string", "enum": ["taken_back"]}}, "required": ["is"]},
                    {"allOf": [
                        {"$ref": "#/components/schemas/Ply"},
                        {"type": "object", "properties": {"is": {"type": "string", "enum": ["ply"]}}, "required": ["is"]},
                    ]},
                ]},
                "Ply": {"type": "object", "properties": {"to": text}, "required": ["to"]},
            }},
        });
        simplify(&mut api);
        let schemas = api["components"]["schemas"].as_object().expect("schemas");
        let names: Vec<&str> = schemas.keys().map(String::as_str).collect();
        assert_eq!(names, ["Event", "EventPly", "EventTakenBack"]);
        assert_eq!(schemas["EventPly"]["required"], json!(["to", "is", "at"]));
        assert_eq!(schemas["EventPly"]["properties"]["to"], text);
        let mapping = &schemas["Event"]["discriminator"]["mapping"];
        assert_eq!(mapping["taken_back"], "#/components/schemas/EventTakenBack");
        assert_eq!(schemas["Event"]["description"], "An event.");
    }

    #[test]
    fn fields_of_an_optional_part_are_optional() {
        let mut api = json!({"components": {"schemas": {"Seat": {"allOf": [
            {"oneOf": [{"type": "null"}, {"type": "object", "properties": {"rating": {}}, "required": ["rating"]}]},
            {"type": "object", "properties": {"handle": {}}, "required": ["handle"]},
        ]}}}});
        simplify(&mut api);
        let seat = &api["components"]["schemas"]["Seat"];
        assert_eq!(seat["required"], json!(["handle"]));
        assert!(seat["properties"]["rating"].is_object());
    }
}
