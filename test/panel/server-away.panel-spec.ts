import { beforeAll, expect, test } from '@jest/globals';
import { freePort } from '../../tools/private-server.js';
import { eventually } from '../support/server-process.js';
import { PanelApplication } from '../support/panel-application.js';
import { PanelSuite } from '../support/panel-suite.js';

/** While the server does not answer, a single banner reports it, and pages keep their content and the typed text. */
// No other process gets this port while the server is stopped.
const suite = new PanelSuite({ PORT: String(await freePort()) });
const BANNER = 'The server is not responding. Trying again…';
let cards: string[];
let applicationId: number;
let typeId: number;

beforeAll(async () => {
  const shop = await PanelApplication.create(suite.api, 'Photo Editor');
  applicationId = shop.id;
  typeId = (await shop.add('card-types', { name: 'Month', durationUnit: 'months', durationAmount: 1 })).id;
  cards = await shop.generate(typeId, 3);
});

test('pages keep their content while the server is away, and work again when it is back', async () => {
  const list = await suite.owner();
  const dashboard = await suite.owner();
  const form = await suite.owner();
  for (const visitor of [list, dashboard, form]) visitor.expectServerAway();
  await list.open('/cards');
  await form.open(`/card-types/${typeId}`);
  await form.field('Name').fill('Typed while away');
  const figures = await dashboard.page.getByRole('main').innerText();
  await suite.server.stop();

  await form.press('Save');
  await form.notice('your change may not have been saved').waitFor();
  for (const { page } of [list, dashboard]) await page.evaluate("dispatchEvent(new Event('offline'))");
  for (const { page } of [list, dashboard, form]) {
    await page.getByText(BANNER).waitFor();
    expect(await page.getByText(BANNER).count()).toBe(1);
  }
  expect(await form.field('Name').inputValue()).toBe('Typed while away');
  for (const card of cards) expect(await list.page.getByText(card).count()).toBeGreaterThan(0);
  expect(await dashboard.page.getByRole('main').innerText()).toBe(figures);
  expect(await dashboard.page.locator('.MuiSnackbar-root').count()).toBe(0);
  // A page opened in this time waits, and does not report an empty list.
  await list.page.evaluate("location.hash = '#/users'");
  await list.page.waitForURL(/#\/users/);
  expect(await list.page.getByText(/No users|not found/i).count()).toBe(0);

  await suite.restart();
  for (const { page } of [list, dashboard, form]) {
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.getByText(BANNER).waitFor({ state: 'detached' });
  }
  expect(await form.field('Name').inputValue()).toBe('Typed while away');
  await form.save();
  await list.page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  await list.open('/card-types');
  await list.page.getByText('Typed while away').waitFor();
});

test('a page stays when reading its record again fails, and is left when the record is gone', async () => {
  const [card, form, application] = [await suite.owner(), await suite.owner(), await suite.owner()];
  let status = 200;
  const failures = new Map([
    [card, 0],
    [form, 0],
    [application, 0],
  ]);
  for (const visitor of failures.keys()) {
    visitor.expectServerAway();
    for (const expected of [503, 404]) visitor.expectRefusal(expected);
    await visitor.page.route(/\/api\/admin\/v1\/(cards|card-types|applications)\/\d+$/, (route) => {
      if (status === 200) return route.continue();
      failures.set(visitor, failures.get(visitor)! + 1);
      return route.fulfill({ status, json: { statusCode: status, code: 'unavailable', message: 'Busy' } });
    });
  }
  const { body } = await suite.api.list<{ id: number }>('/cards');
  await card.open(`/cards/${body[0]!.id}/show`);
  await card.press('Freeze');
  const reason = card.page.getByRole('dialog').getByRole('textbox');
  await reason.fill('Typed before');
  await form.open(`/card-types/${typeId}`);
  await form.field('Name').fill('Typed before');
  await application.open(`/applications/${applicationId}/show`);

  status = 503;
  // When the connection is back, pages read their record again. The card's page does so every three seconds.
  for (const { page } of [form, application])
    await page.evaluate("dispatchEvent(new Event('offline')); dispatchEvent(new Event('online'))");
  await application.notice('Busy').waitFor();
  await eventually(async () => (failures.get(card)! > 1 && failures.get(form)! > 0) || undefined);
  expect(application.page.url()).toContain(`/applications/${applicationId}/show`);
  expect(await reason.inputValue()).toBe('Typed before');
  expect(await form.field('Name').inputValue()).toBe('Typed before');
  // A page that has no record to show yet is left.
  await application.page.evaluate(`location.hash = '#/card-types/${typeId}'`);
  await application.page.waitForURL(/#\/card-types$/);
  status = 404;
  await card.page.waitForURL(/#\/cards$/);
});

test('a panel that is opened while the server refuses to serve waits, and its user stays signed in', async () => {
  const { page } = await suite
    .owner()
    .then((owner) => (owner.expectRefusal(503), owner.expectRefusal(500), owner));
  const refusals = [
    { status: 503, json: { code: 'database_unavailable', message: 'The database is not available' } },
    { status: 500, json: { code: 'internal_error', message: 'Internal error' } },
  ];
  await page.route('**/auth/me', (route) => {
    const refusal = refusals.shift();
    return refusal ? route.fulfill(refusal) : route.continue();
  });
  await page.reload();
  await page.getByRole('menuitem', { name: 'Cards' }).waitFor();
  expect(refusals).toEqual([]);
  await page.reload();
  await page.getByRole('menuitem', { name: 'Cards' }).waitFor();
});

test('a panel that cannot be opened shows the reason while it tries again', async () => {
  const owner = await suite.owner();
  owner.expectRefusal(500);
  const { page } = owner;
  await page.route('**/auth/me', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal_error', message: 'Internal error' } }),
  );
  await page.reload();
  await page.getByText('The panel cannot be opened. Trying again…').waitFor();
  await page.getByText('Internal error').waitFor();
  await page.unroute('**/auth/me');
  await page.getByRole('menuitem', { name: 'Cards' }).waitFor();
  expect(await page.getByText('Internal error').count()).toBe(0);
});

test('a refusal of a proxy, which is not JSON, is reported with its status', async () => {
  const owner = await suite.owner();
  owner.expectRefusal(413);
  await owner.open(`/card-types/${typeId}`);
  await owner.page.route(/\/card-types\/\d+$/, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 413, contentType: 'text/html', body: '<h1>Too large</h1>' })
      : route.continue(),
  );
  await owner.field('Name').fill('Typed before the refusal');
  await owner.press('Save');
  await owner.notice('The request failed with HTTP status 413').waitFor();
  expect(await owner.field('Name').inputValue()).toBe('Typed before the refusal');
});

test('signing out while the server is away fails with a message, and works when the server is back', async () => {
  const visitor = await suite.visit();
  const { page } = visitor;
  visitor.expectServerAway();
  visitor.expectRefusal(401);
  await visitor.signIn();
  const [cookie] = await page.context().cookies(`${suite.server.url}/api/admin`);
  const statusOfSession = async () => {
    const headers = { cookie: `${cookie!.name}=${cookie!.value}` };
    return (await fetch(`${suite.server.url}/api/admin/v1/auth/me`, { headers })).status;
  };
  await suite.server.stop();
  await visitor.signOut();
  await visitor.notice('Signing out failed').waitFor();
  await page.getByRole('menuitem', { name: 'Cards' }).waitFor();

  await suite.restart();
  expect(await statusOfSession()).toBe(200);
  await page.evaluate("dispatchEvent(new Event('online'))");
  await page.getByText(BANNER).waitFor({ state: 'detached' });
  await visitor.signOut();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await statusOfSession()).toBe(401);
});

test('if a newer panel no longer has a script, the page that needs it is reloaded', async () => {
  const { page } = await suite.owner().then((owner) => (owner.expectRefusal(404), owner));
  let isGone = true;
  await page.route(/\/audit-list-.*\.js/, (route) =>
    isGone ? ((isGone = false), route.fulfill({ status: 404 })) : route.continue(),
  );
  const reloaded = page.waitForEvent('load');
  await page.evaluate("location.hash = '#/audit-log'");
  await reloaded;
  await page.getByRole('table').waitFor();
});

test('a script that is missing after the reload too is reported, and the menu stays usable', async () => {
  const owner = await suite.owner();
  owner.expectRefusal(404);
  const { page } = owner;
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.route(/\/audit-list-.*\.js/, (route) => route.fulfill({ status: 404 }));
  await page.evaluate("location.hash = '#/audit-log'");
  await page.getByText('Something went wrong').waitFor();
  await page.getByRole('menuitem', { name: 'Cards' }).click();
  await page.getByRole('heading', { level: 1, name: 'Cards' }).waitFor();
  expect(loads).toBe(1);
  expect(owner.complaints.splice(0)).toEqual([expect.stringContaining('audit-list-')]);
});
