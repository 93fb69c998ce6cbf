//! Messages between servers as JSON.

use serde::{Deserialize, Serialize};

use adjutant_store::server_channel::LONGEST;

use super::ServerMessage;

/// Messages of one server. An older or newer program may tell what this one does not know, and is heard in part.
#[derive(Debug, Serialize, Deserialize)]
struct Envelope {
    from: i32,
    all: Vec<serde_json::Value>,
}

/// Packs messages into as few texts as fit in the channel.
pub(super) fn pack(from: i32, messages: &[ServerMessage]) -> Vec<String> {
    const HEAD: usize = 40;
    let (mut texts, mut all, mut length) = (Vec::new(), Vec::new(), HEAD);
    for message in messages {
        let Ok(value) = serde_json::to_value(message) else { continue };
        let own = value.to_string().len() + 1;
        if length + own > LONGEST {
            texts.push(std::mem::take(&mut all));
            length = HEAD;
        }
        length += own;
        all.push(value);
    }
    texts.push(all);
    let text = |all| serde_json::to_string(&Envelope { from, all }).ok();
    texts.into_iter().filter(|all: &Vec<_>| !all.is_empty()).filter_map(text).collect()
}

/// The sender of a text, and the messages in it that this program knows.
pub(super) fn unpack(text: &str) -> Option<(i32, Vec<ServerMessage>)> {
    let Envelope { from, all } = serde_json::from_str(text).ok()?;
    Some((from, all.into_iter().filter_map(|one| serde_json::from_value(one).ok()).collect()))
}

#[cfg(test)]
mod tests {
    use adjutant_domain::moment::Micros;

    use super::*;

    #[test]
    fn many_messages_fit_and_come_out_as_they_went_in() {
        let messages: Vec<ServerMessage> = (0..500)
            .map(|number| ServerMessage::Play { play: [7; 10], late: Some((1, number)) })
            .chain([
                ServerMessage::Hello,
                ServerMessage::listener(5, 1, Micros(9)),
                ServerMessage::Changed,
            ])
            .collect();
        let texts = pack(3, &messages);
        assert!(texts.len() > 1 && texts.iter().all(|text| text.len() <= LONGEST));
        let heard = texts.iter().flat_map(|text| {
            let (from, all) = unpack(text).expect("it reads");
            assert_eq!(from, 3);
            all
        });
        assert_eq!(heard.collect::<Vec<_>>(), messages);
        assert!(pack(3, &[]).is_empty());
    }

    #[test]
    fn what_another_version_tells_is_passed_over() {
        let text = r#"{"from":2,"all":[{"Weather":{"rain":true}},"Hello"]}"#;
        assert_eq!(unpack(text), Some((2, vec![ServerMessage::Hello])));
        assert_eq!(unpack("no message of ours"), None);
    }
}
