//! The entry fee: its amount, who has paid how much and when, the totals, and their table.

use crate::contest_pages::{SWISS, act, done, event, organizer, site, text};
use crate::service::Service;
use crate::visitor::Visitor;
use std::sync::Arc;

/// The settings form as it stands, with another fee.
fn settle<'a>(amount: &'a str, currency: &'a str) -> Vec<(&'a str, &'a str)> {
    vec![
        ("do", "settle"),
        ("codes", "DE BH"),
        ("fee", "at the door"),
        ("fee-amount", amount),
        ("fee-currency", currency),
        ("grace", "30"),
        ("protection", "none"),
    ]
}

#[test]
fn payments_are_recorded_summed_and_exported_for_officials_alone() {
    let service = site();
    let mut keeper = organizer(&service, "Bayadora", "Liga ng Bayad");
    let cup = event(&mut keeper, "liga-ng-bayad", "Bayad Cup", &[SWISS, ("rounds", "1")]);
    for (amount, currency, why) in [
        ("75,5", "PHP", "75.50"),
        ("75", "", "currency"),
        ("", "PHP", "75.50"),
        ("0", "PHP", "above 0"),
    ] {
        let refused = act(&mut keeper, &cup, "settings", &settle(amount, currency));
        assert_eq!(refused.status, 422, "{amount} {currency}");
        assert!(refused.text().contains(why), "{amount} {currency}: {}", refused.text());
    }
    done(&mut keeper, &cup, "settings", &settle("75.5", "PHP"));
    let list = "Ana\n=Ben\nCora\nDan";
    done(&mut keeper, &cup, "people", &[("do", "add"), ("lines", list)]);
    let mut anybody = Visitor::new(&service);
    assert!(text(&mut anybody, &cup).contains("75.50 PHP · at the door"));
    done(&mut keeper, &cup, "people", &[("do", "paid"), ("entrant", "1")]);
    let pay = |entrant, amount| [("entrant", entrant), ("amount", amount)];
    let refused = act(&mut keeper, &cup, "fees", &pay("2", "fifty"));
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert!(refused.text().contains("value=\"fifty\""), "what was typed is kept");
    let paid = act(&mut keeper, &cup, "fees", &pay("2", "50"));
    assert_eq!(paid.status, 303, "{}", paid.text());
    assert!(paid.must("location").ends_with("#fee-2"));
    assert_eq!(act(&mut keeper, &cup, "fees", &pay("3", "100")).status, 303);
    let fees = format!("{cup}/run/fees");
    let page = text(&mut keeper, &fees);
    for part in
        ["75.50 PHP", "2 of 4", "225.50 PHP", "101 PHP", "value=\"50.00\"", "value=\"100.00\""]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    let people = text(&mut keeper, &format!("{cup}/run"));
    assert!(
        people.contains("50.00 paid") && people.contains(&format!("href=\"{fees}\"")),
        "{people}"
    );
    let table = keeper.get(&format!("{fees}.csv")).text();
    let rows: Vec<&str> = table.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(rows[0], "number,name,standing,fee,amount,currency,paid,recorded_at");
    assert!(rows[1].starts_with("1,Ana,in,75.50,75.50,PHP,yes,20"), "{table}");
    assert!(rows[2].starts_with("2,'=Ben,in,75.50,50.00,PHP,no,20"), "{table}");
    assert_eq!(rows[4], "4,Dan,in,75.50,0.00,PHP,no,");
    assert_eq!(act(&mut keeper, &cup, "fees", &pay("3", "")).status, 303);
    assert!(text(&mut keeper, &fees).contains("1 of 4"), "taken back");
    let log = text(&mut keeper, &format!("{cup}/run?part=log"));
    assert!(log.contains("Cora has paid 100.00"), "{log}");
    is_known_to_officials_alone(&service, (&mut anybody, &cup));
}

/// Neither the public API nor strangers are told what anybody has paid.
fn is_known_to_officials_alone(service: &Arc<Service>, (anybody, cup): (&mut Visitor, &str)) {
    let slug = cup.strip_prefix("/events/").expect("an address");
    let public = anybody.get(&format!("/api/v1/events/{slug}/contest")).text();
    assert!(public.contains(r#""fee_due":{"amount":"75.50","currency":"PHP"}"#), "{public}");
    assert!(!public.contains("amount_paid") && !public.contains("50.00\""), "{public}");
    let fees = format!("{cup}/run/fees");
    let mut other = organizer(service, "Ibang Bayadora", "Ibang Liga ng Bayad");
    for visitor in [anybody, &mut other] {
        for address in [fees.clone(), format!("{fees}.csv")] {
            let seen = visitor.get(&address);
            assert!([303, 403, 404].contains(&seen.status), "{address}: {}", seen.status);
            assert!(!seen.text().contains("Cora"), "{address}");
        }
    }
}
