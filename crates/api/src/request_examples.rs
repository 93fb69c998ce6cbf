//! The examples of request bodies are what handlers read.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::annulments::AnnulmentRequest;
use crate::collections::{
    AddChapterRequest, CreateCollectionRequest, UpdateChapterRequest, UpdateCollectionRequest,
};
use crate::contest::acts::HistoryRequest;
use crate::contest::entrants::{
    AddEntrantsRequest, EntrantActionRequest, ParticipantActionRequest,
};
use crate::contest::event_setup::{
    CreateEventRequest, DeleteEventRequest, EditEventRequest, UpdateSettingsRequest,
};
use crate::contest::fair_play::{AppealRequest, ChangeCaseRequest, OpenCaseRequest};
use crate::contest::matches::{MatchActionRequest, MatchRulingRequest};
use crate::contest::rating_fill::FillRequest;
use crate::contest::results::EnterResultsRequest;
use crate::contest::sections::{AddSectionRequest, MoveEntrantRequest};
use crate::contest::stewards::CreateStewardLinkRequest;
use crate::event_plays::{CreateEventPlayRequest, LiftEmbargoRequest};
use crate::formations::SetUpParameter;
use crate::leagues::{DeleteLeagueRequest, NextSeasonRequest};
use crate::notices::MarkNoticesRequest;
use crate::plays::{DeployRequest, PlayActionRequest, PlyRequest};
use crate::quick_pairing::JoinQuickPairingRequest;
use crate::review_moderation::ModerationRequest;
use crate::reviews::ReviewRequest;
use crate::rulings::RulingRequest;
use crate::seeks::CreateSeekRequest;
use crate::webhooks::CreateWebhookRequest;
use adjutant_service::contests::{EntrantCorrection, RoundCommand};
use adjutant_site::computer_game::ComputerGameRequest;

/// Reads a body as the handler of its schema does.
type Reads = fn(&Value) -> Result<(), serde_json::Error>;

fn reads<T: DeserializeOwned>(body: &Value) -> Result<(), serde_json::Error> {
    T::deserialize(body).map(drop)
}

/// Each type of a body by the name of its schema.
fn readers() -> BTreeMap<String, Reads> {
    macro_rules! readers {
        ($($body:ty),+ $(,)?) => {
            BTreeMap::from([$((<$body as ToSchema>::name().into_owned(), reads::<$body> as Reads)),+])
        };
    }
    readers![
        AddChapterRequest,
        AddEntrantsRequest,
        AddSectionRequest,
        AnnulmentRequest,
        AppealRequest,
        ChangeCaseRequest,
        ComputerGameRequest,
        CreateCollectionRequest,
        CreateEventPlayRequest,
        CreateEventRequest,
        CreateSeekRequest,
        CreateStewardLinkRequest,
        CreateWebhookRequest,
        DeleteEventRequest,
        DeleteLeagueRequest,
        DeployRequest,
        EditEventRequest,
        EnterResultsRequest,
        EntrantActionRequest,
        EntrantCorrection,
        FillRequest,
        HistoryRequest,
        JoinQuickPairingRequest,
        LiftEmbargoRequest,
        MarkNoticesRequest,
        MatchActionRequest,
        MatchRulingRequest,
        ModerationRequest,
        MoveEntrantRequest,
        NextSeasonRequest,
        OpenCaseRequest,
        ParticipantActionRequest,
        PlayActionRequest,
        PlyRequest,
        ReviewRequest,
        RoundCommand,
        RulingRequest,
        SetUpParameter,
        UpdateChapterRequest,
        UpdateCollectionRequest,
        UpdateSettingsRequest
    ]
}

/// The name of its schema and the example of each JSON body, with the operation.
fn examples() -> Vec<(String, String, Value)> {
    let paths = crate::openapi::document()["paths"].as_object().expect("addresses").clone();
    let mut found = Vec::new();
    for (path, item) in &paths {
        let Some(body) = item["post"]["requestBody"]["content"].get("application/json") else {
            continue;
        };
        let schema = body["schema"]["$ref"].as_str().unwrap_or_default();
        let name = schema.rsplit('/').next().unwrap_or_default().to_owned();
        found.push((format!("POST {path}"), name, body["example"].clone()));
    }
    found
}

#[test]
fn each_example_of_a_body_is_read_by_its_handler_and_none_with_an_unknown_field() {
    let readers = readers();
    let examples = examples();
    assert!(examples.len() > 40, "{} bodies", examples.len());
    for (operation, schema, example) in examples {
        let reads = readers.get(&schema);
        let reads = reads.unwrap_or_else(|| panic!("{operation}: list {schema} in `readers`"));
        assert!(example.is_object(), "{operation} has no example");
        if let Err(e) = reads(&example) {
            panic!("{operation}: {e}: {example}");
        }
        let mut wrong = example;
        wrong["no_such_field"] = json!(1);
        assert!(reads(&wrong).is_err(), "{operation}: a mistyped field is ignored");
    }
}
