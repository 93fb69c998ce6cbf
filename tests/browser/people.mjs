// People with accounts, and an event of theirs, for tests that begin there.

export const PASSWORD = "tatlong bibe sa ilog";

export const press = (page, selector) => Promise.all([page.waitForNavigation(), page.locator(selector).first().click()]);

/** A page of somebody who has just signed up, by the clocks of Manila. */
export async function signUp(browser, url, name, viewport, locale = "en", options = {}) {
  const context = await browser.newContext({ viewport, locale, timezoneId: "Asia/Manila", ...options });
  const page = await context.newPage();
  await page.goto(`${url}/sign-up`);
  await page.fill("#sign-up-name", name);
  await page.fill("#sign-up-password", PASSWORD);
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  return page;
}

/** Has somebody of this name found an organisation and make an event in it; `answers` are ticked or filled in. Gives the event's path. */
export async function makeEvent(page, url, [owner, name], answers) {
  await page.goto(`${url}/organisations/new`);
  await page.fill("#new-name", "Liga");
  await press(page, "#new button");
  await page.goto(`${url}/organisations/liga/officials/appoint`);
  await page.fill("#role-account", owner);
  await page.check('input[name="role"][value="organizer"]');
  await press(page, "#role button");
  await page.goto(`${url}/organisations/liga/events/new`);
  await page.fill("#new-event-name", name);
  await page.fill("#new-event-day", "2026-12-05");
  for (const [field, value] of answers) {
    const input = page.locator(`#new-event [name="${field}"]`);
    if (value === true) await input.check();
    else if ((await input.first().getAttribute("type")) === "radio") await page.check(`#new-event [name="${field}"][value="${value}"]`);
    else await input.fill(value);
  }
  await press(page, "#new-event button");
  await press(page, "#new-event button");
  return new URL(page.url()).pathname.replace(/\/run$/, "");
}
