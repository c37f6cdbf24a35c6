import { beforeAll, expect, test } from '@jest/globals';
import { OWNER } from '../support/admin-client.js';
import { newAccount } from '../support/admin-fixtures.js';
import { PanelApplication } from '../support/panel-application.js';
import { PHONE, type Visitor } from '../support/panel-browser.js';
import { PanelSuite } from '../support/panel-suite.js';

const suite = new PanelSuite();
let shop: PanelApplication;

beforeAll(async () => {
  shop = await PanelApplication.create(suite.api, 'Photo Editor');
});

test('a selection in one application does not apply to another', async () => {
  const other = await PanelApplication.create(suite.api, 'Music Player');
  await shop.add('variables', { key: 'of_the_shop', value: '1' });
  await other.add('variables', { key: 'of_the_other', value: '1' });
  const owner = await suite.owner();
  const { page } = owner;
  await owner.chooseApplication('Photo Editor');
  await owner.open('/variables');
  await page
    .getByRole('row', { name: /of_the_shop/ })
    .getByRole('checkbox')
    .check();
  await page.getByText('1 item selected').waitFor();

  await owner.chooseApplication('Music Player');
  await page.getByRole('link', { name: 'of_the_other' }).waitFor();
  await expect(page.getByText('1 item selected').count()).resolves.toBe(0);
  await owner.chooseApplication('Photo Editor');
  await page.getByRole('link', { name: 'of_the_shop' }).waitFor();
  await expect(page.getByText('1 item selected').count()).resolves.toBe(0);
});

test('a filter does not follow into another application', async () => {
  const other = await PanelApplication.create(suite.api, 'Not filtered');
  await shop.add('variables', { key: 'filtered', value: '1' });
  await other.add('variables', { key: 'of_the_next', value: '1' });
  const owner = await suite.owner();
  const { page } = owner;
  await owner.chooseApplication('Photo Editor');
  await owner.open('/variables?filter={"key":"filtered"}');
  await page.getByRole('link', { name: 'filtered' }).waitFor();
  await owner.chooseApplication('Not filtered');
  await page.getByRole('link', { name: 'of_the_next' }).waitFor();
  expect(page.url()).toMatch(/#\/variables$/);
  // The list has not stored the filter either.
  await owner.open('/cards');
  await owner.open('/variables');
  await page.getByRole('link', { name: 'of_the_next' }).waitFor();
});

test('after a search for an address the menu leads to all sessions that are online', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/sessions?filter={"ip":"192.0.2.1"}');
  const address = page.getByRole('button', { name: 'Address: 192.0.2.1', exact: true });
  await address.waitFor();
  await page.getByRole('menuitem', { name: 'Sessions' }).click();
  await page.getByRole('button', { name: 'State: Online', exact: true }).waitFor();
  await expect(address.count()).resolves.toBe(0);
});

test('two browser tabs show two applications', async () => {
  const other = await PanelApplication.create(suite.api, 'Video Cutter');
  await shop.add('variables', { key: 'seen_in_first_tab', value: '1' });
  await other.add('variables', { key: 'seen_in_second_tab', value: '1' });
  const first = await suite.owner();
  await first.open('/variables');
  await first.chooseApplication('Photo Editor');
  const second = await suite.newTab(first);
  await second.open('/variables');
  // A new tab begins with the application that was chosen last.
  await second.page.getByRole('link', { name: 'seen_in_first_tab' }).waitFor();
  await second.chooseApplication('Video Cutter');
  await second.page.getByRole('link', { name: 'seen_in_second_tab' }).waitFor();

  for (const look of [() => first.settle(), () => first.page.reload()]) {
    await look();
    await first.settle();
    await first.page.getByRole('link', { name: 'seen_in_first_tab' }).waitFor();
  }
  await second.page.close();
});

test('on a phone, a form saves to the application that its tab showed when it was opened', async () => {
  await PanelApplication.create(suite.api, 'Zoo');
  const first = await suite.owner({ viewport: PHONE });
  await first.open('/variables/create');
  const second = await suite.newTab(first);
  await second.page.setViewportSize(PHONE);
  await second.open('/variables');
  await second.press('Open menu');
  await second.chooseApplication('Zoo');

  await first.field('Key').fill('typed_on_a_phone');
  await first.field('Value').fill('1');
  await first.save();
  const { body: variables } = await suite.api.list('/variables', { filter: { key: 'typed_on_a_phone' } });
  const { body: applications } = await suite.api.list<{ id: number }>('/applications', {
    sort: ['name', 'ASC'],
  });
  expect(variables).toMatchObject([{ applicationId: applications[0]!.id }]);
});

/** Sends a request from a visitor's browser, but not through the panel. Returns the status. */
function fetchIn({ page }: Visitor, path: string, request: object = {}): Promise<number> {
  return page.evaluate<number>(
    `fetch('/api/admin/v1${path}', ${JSON.stringify(request)}).then(({ status }) => status)`,
  );
}

/** Replaces the session of all tabs of a browser at once, so that no tab notices the end of the previous one. */
async function replaceSession(visitor: Visitor, { email, password }: typeof OWNER): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify({ email, password }) };
  expect(await fetchIn(visitor, '/auth/login', request)).toBe(200);
}

test('after a new sign-in in another tab, older tabs still save and sign out', async () => {
  const { id } = await shop.add('variables', { key: 'kept_open', value: 'first' });
  const first = await suite.visit();
  first.expectRefusal(401);
  await first.signIn();
  const [form, list] = [await suite.newTab(first), await suite.newTab(first)];
  for (const tab of [form, list]) {
    // The server refuses the former session's CSRF token, and after the sign-out everything.
    tab.expectRefusal(403);
    tab.expectRefusal(401);
  }
  await form.open(`/variables/${id}`);
  await form.field('Value').fill('typed before');
  await list.open('/variables');
  await replaceSession(first, OWNER);

  await form.press('Save');
  await form.notice('Saved kept_open').waitFor();
  expect((await suite.api.get(`/variables/${id}`)).body).toMatchObject({ value: 'typed before' });
  await list.signOut();
  for (const { page } of [list, form]) {
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.getByText('Overview').first().waitFor({ state: 'detached' });
  }
  expect(await fetchIn(first, '/auth/me')).toBe(401);
});

test('when a different account signs in, other tabs reload, and save nothing in its name', async () => {
  const { id } = await shop.add('variables', { key: 'typed_by_owner', value: 'first' });
  const first = await suite.visit();
  await first.signIn();
  // The overview reads its data regularly, and would be refused if the session ended meanwhile.
  await first.open('/channels');
  const [list, form] = [await suite.newTab(first), await suite.newTab(first)];
  // The server refuses the former session's CSRF token.
  form.expectRefusal(403);
  await list.open('/variables');
  await form.open(`/variables/${id}`);
  await form.field('Value').click();
  await form.page.keyboard.type('typed');
  /** The browser asks before it reloads a page with unsaved input. */
  const answerQuestion = async (answer: 'accept' | 'dismiss') =>
    (await form.page.waitForEvent('dialog'))[answer]();

  await replaceSession(first, await newAccount(suite.api, 'owner'));
  const stays = answerQuestion('dismiss');
  await first.page.reload();
  await stays;
  const reloads = answerQuestion('accept');
  await form.press('Save');
  await reloads;
  for (const { page } of [first, list, form])
    await page.getByRole('button', { name: /^Profile: Number/ }).waitFor();
  expect((await suite.api.get(`/variables/${id}`)).body).toMatchObject({ value: 'first' });
});

test('a token that is shown once is copied from its dialog, also where the panel is served without HTTPS', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/api-tokens/create');
  await page.evaluate("Object.defineProperty(window, 'isSecureContext', { value: false })");
  await owner.field('Name').fill('shop');
  await owner.press('Save');
  const dialog = page.getByRole('dialog');
  const token = await dialog.getByLabel('API token').textContent();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Copied').waitFor();
  await expect(page.evaluate<string>('navigator.clipboard.readText()')).resolves.toBe(token);
});

test('a session that is kicked with a double click is ended once, and nothing is refused', async () => {
  const type = await shop.add('card-types', { name: 'Day', durationUnit: 'days', durationAmount: 1 });
  const [card] = (await shop.generate(type.id, 1)) as [string];
  await shop.login(card, 'PC');
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/sessions');
  await owner.chooseApplication('Photo Editor');
  await page
    .getByRole('row', { name: new RegExp(card) })
    .getByRole('button', { name: 'Kick' })
    .dblclick();
  await page.getByText('Ended the session on PC').waitFor();
  await page.getByRole('link', { name: card }).waitFor({ state: 'detached' });
});

test('links of a card or job of another application open lists of its application', async () => {
  const other = await PanelApplication.create(suite.api, 'Zither Tuner');
  const type = await other.add('card-types', { name: 'Day', durationUnit: 'days', durationAmount: 1 });
  const [card] = (await other.generate(type.id, 1, { batch: 'Of the other' })) as [string];
  const applicationId = other.id;
  const { body: cards } = await suite.api.list<{ id: number }>('/cards', { filter: { applicationId } });
  const { body: jobs } = await suite.api.list<{ id: number }>('/card-jobs', { filter: { applicationId } });
  const owner = await suite.owner();
  const { page } = owner;
  for (const [path, link] of [
    [`/cards/${cards[0]!.id}/show`, 'Of the other'],
    [`/card-jobs/${jobs[0]!.id}/show`, 'Show cards'],
    [`/cards/${cards[0]!.id}/show`, 'All refused requests with this name'],
  ] as const) {
    await owner.chooseApplication('Photo Editor');
    await owner.open(path);
    await page.getByText('belongs to').waitFor();
    await owner.follow(link);
    await page.getByRole('button', { name: 'Application: Zither Tuner' }).waitFor();
    if (page.url().includes('/cards?')) await page.getByRole('link', { name: card }).waitFor();
  }
});

/** Presses a button of a dialog in every frame until it is gone. */
const pressUntilGone = (name: string) => `new Promise((done) => {
  const buttons = [...document.querySelectorAll('[role=dialog] button')];
  const button = buttons.find(({ innerText }) => innerText === ${JSON.stringify(name)});
  const press = () => {
    if (!button.isConnected) return done();
    button.click();
    requestAnimationFrame(press);
  };
  press();
})`;

test('a dialog acts once, however often its button is pressed while the dialog closes', async () => {
  const { id } = await newAccount(suite.api, 'operator', [shop.id]);
  const type = await shop.add('card-types', { name: 'Once', durationUnit: 'days', durationAmount: 1 });
  const [card] = (await shop.generate(type.id, 2)) as [string];
  await shop.login(card, 'PC-once');
  const { body: cards } = await suite.api.list<{ id: number }>('/cards', { filter: { card } });
  // Dialogs close in an animation.
  const owner = await suite.owner({ reducedMotion: 'no-preference' });
  const { page } = owner;
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  const expectOne = async (name: string, path: string) => {
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).waitFor();
    await page.evaluate(pressUntilGone(name));
    await owner.settle();
    expect(changes.splice(0)).toEqual([expect.stringMatching(path)]);
  };

  await owner.open(`/admins/${id}`);
  await owner.press('Sign out everywhere');
  await expectOne('Confirm', `/admins/${id}/sign-out$`);
  await owner.open(`/cards/${cards[0]!.id}/show`);
  await owner.press('Freeze');
  await expectOne('Freeze', '/freeze$');
  await page
    .getByRole('row', { name: /PC-once/ })
    .getByRole('button', { name: 'Unbind' })
    .click();
  await expectOne('Unbind', '^DELETE .*/devices/');
  await owner.open('/cards');
  await owner.chooseApplication('Photo Editor');
  await owner.chooseAction('Export: Text file; marks the cards as issued');
  await expectOne('Mark and save', '/cards/export/issue$');
});

test.each([
  ['a variable', 'variables', { key: 'greeting', value: 'Hello' }, 'Value'],
  ['a function', 'functions', { name: 'greet', source: 'function greet() { return 1 }' }, 'Source'],
])('the browser asks before unsaved changes of %s are left', async (_, resource, record, field) => {
  const { id } = await shop.add(resource, record);
  const owner = await suite.owner();
  const { page } = owner;
  await owner.chooseApplication('Photo Editor');
  await owner.open(`/${resource}/${id}`);
  const input = page.getByRole('textbox', { name: field });
  await input.fill('changed');

  const leave = async (answer: 'accept' | 'dismiss') => {
    const asked = page.waitForEvent('dialog');
    const followed = page.getByRole('menuitem', { name: 'Cards', exact: true }).click();
    await (await asked)[answer]();
    await followed;
    await owner.settle();
  };
  await leave('dismiss');
  await input.waitFor();
  expect(page.url()).toContain(`/${resource}/${id}`);
  await leave('accept');
  expect(page.url()).toContain('/cards');
});
