import { beforeAll, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { PanelApplication } from '../support/panel-application.js';
import { PHONE, type Visitor } from '../support/panel-browser.js';
import { PanelSuite } from '../support/panel-suite.js';
import { eventually } from '../support/server-process.js';

const suite = new PanelSuite();
const DAY_MS = 86_400_000;
let shop: PanelApplication;
let typeId: number;
let cards: string[];

beforeAll(async () => {
  shop = await PanelApplication.create(suite.api, 'Photo Editor');
  typeId = (await shop.add('card-types', { name: 'Month', durationUnit: 'months', durationAmount: 1 })).id;
  cards = await shop.generate(typeId, 12, { batch: 'Spring sale', note: 'shop A' });
  await shop.generate(typeId, 12, { batch: 'Autumn sale' });
});

test('the usual type changes in another tab, while cards are about to be generated', async () => {
  const app = await PanelApplication.create(suite.api, 'Two tabs');
  const add = (name: string) => app.add('card-types', { name, durationUnit: 'days', durationAmount: 1 });
  const day = await add('Day');
  const owner = await suite.owner();
  await owner.chooseApplication('Two tabs');
  await owner.open('/cards/create');
  await owner.field('Card type').getByText('Day', { exact: true }).waitFor();
  await owner.field('Quantity').fill('3');
  await owner.field('Batch').fill('Typed before');

  const other = await suite.newTab(owner);
  await add('Week');
  await other.open('/cards/create');
  await other.choose('Card type', 'Week');
  await other.press('Generate');
  await other.page.getByText('10 cards created').waitFor();
  await other.page.close();

  await owner.comeBack();
  await owner.settle();
  await owner.press('Generate');
  await owner.page.getByText('3 cards created').waitFor();
  const { body: made } = await suite.api.list('/cards', { filter: { batch: 'Typed before' } });
  expect(made.map(({ cardTypeId }) => cardTypeId)).toEqual([day.id, day.id, day.id]);

  // The usual type belongs to the chosen application.
  await owner.open('/cards/create');
  await owner.field('Card type').getByText('Day', { exact: true }).waitFor();
  await owner.chooseApplication('Photo Editor');
  await owner.field('Card type').getByText('Month', { exact: true }).waitFor();
  await owner.chooseApplication('Two tabs');
  await owner.field('Card type').getByText('Day', { exact: true }).waitFor();
});

/** Milliseconds in which a job makes 100,000 cards. */
const JOB_MS = 240_000;
const CLICK_MS = 10_000;
const TEST_MS = 900_000;
const WATCH_PROGRESS = `new Promise((seen) => {
  const look = () =>
    document.querySelector('[role=progressbar][aria-label=Progress]') ? seen() : requestAnimationFrame(look);
  look();
})`;

test(
  'cards are generated with visible progress and downloaded as a file',
  async () => {
    const owner = await suite.owner();
    const { page } = owner;
    await owner.open('/cards/create');
    await owner.choose('Card type', 'Month');
    await owner.field('Quantity').fill('100000');
    await owner.field('Batch').fill('Big one');
    await owner.field('Key mask').fill('BIG-****-****-****-****');
    // The browser watches, since on a busy machine this process may stand still while the job runs.
    const hasProgress = page.evaluate(WATCH_PROGRESS);
    await owner.press('Generate');
    await hasProgress;
    await page.getByText('100,000 cards created').waitFor({ timeout: JOB_MS });

    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Text file' }).click();
    const file = readFileSync(await (await downloading).path(), 'utf8');
    const lines = file.trim().split(/\r?\n/);
    expect(lines).toHaveLength(100_000);
    expect(new Set(lines).size).toBe(100_000);
    expect(lines[0]).toMatch(/^BIG(-[2-9A-HJ-NP-Z]{4}){4}$/);
    await owner.follow('Show cards');
    await page.getByText('1-25 of 100,000').waitFor();
  },
  TEST_MS,
);

test(
  'a job started by mistake is cancelled and leaves no card',
  async () => {
    const owner = await suite.owner();
    const { page } = owner;
    owner.expectRefusal(409);
    const cancel = page.getByRole('button', { name: 'Cancel job', exact: true });
    const done = page.getByText('100,000 cards created');
    for (let attempt = 1; ; attempt++) {
      const batch = `Mistake ${attempt}`;
      await owner.open('/cards/create');
      await owner.choose('Card type', 'Month');
      await owner.field('Quantity').fill('100000');
      await owner.field('Batch').fill(batch);
      await owner.press('Generate');
      await cancel.or(done).first().waitFor();
      await cancel.click({ timeout: CLICK_MS }).catch(() => undefined);
      await page.getByText('Cancelled').or(done).first().waitFor({ timeout: JOB_MS });
      // On a busy machine the job may be done before the click.
      if ((await done.count()) > 0) continue;
      const { body } = await suite.api.list('/cards', { filter: { batch } });
      expect(body).toEqual([]);
      break;
    }
  },
  TEST_MS,
);

test.each([
  ['its text', (owner: Visitor) => owner.field('Card begins with').fill(cards[0]!.slice(0, 9))],
  ['its note', (owner: Visitor) => owner.addFilter('Note begins with', 'shop A')],
  ['its device', (owner: Visitor) => owner.addFilter('Device', 'PC-of-0')],
  ['its batch', (owner: Visitor) => owner.addFilter('Batch', 'Spring sale')],
])('a card is found by %s', async (_, filter) => {
  await shop.login(cards[0]!, 'PC-of-0');
  const owner = await suite.owner();
  await owner.open('/cards');
  await filter(owner);
  // Only the filtered cards are shown.
  await owner.page.locator('tbody tr', { hasText: 'Autumn sale' }).first().waitFor({ state: 'detached' });
  await owner.page.getByRole('link', { name: cards[0]! }).waitFor();
});

test('a filter is a chip that the keyboard adds, changes and removes', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  const named = (name: string) => page.getByRole('button', { name, exact: true });
  await owner.open('/cards');
  await named('Add filter').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Card type', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: 'Month' }).waitFor();
  await page.keyboard.press('Enter');
  // The focus is back on the chip. The next Tab focuses the button that removes it.
  await eventually(async () => (await named('Card type: Month').evaluate(isFocused)) || undefined);
  expect(new URL(page.url()).hash).toContain('cardTypeId');
  await page.keyboard.press('Tab');
  await expect(named('Remove the filter “Card type”').evaluate(isFocused)).resolves.toBe(true);
  await page.keyboard.press('Enter');
  await named('Card type: Month').waitFor({ state: 'detached' });
  expect(decodeURIComponent(new URL(page.url()).hash)).toContain('filter={}');
  // The tab shows the state itself.
  await page.getByRole('tab', { name: /^Frozen/ }).click();
  await owner.settle();
  await expect(page.getByRole('button', { name: /^State: / }).count()).resolves.toBe(0);
});

test('cards that expire before a chosen time are not called those of the next 7 days', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  const selected = page.getByRole('tab', { selected: true });
  await owner.open(`/cards?filter={"state":"active","expiresBefore":${Date.UTC(2031, 5, 15, 12)}}`);
  await page.getByRole('button', { name: /^Expires before: .*2031/ }).waitFor();
  expect(await selected.innerText()).toMatch(/^Active/);
  await page.getByRole('tab', { name: /^Expiring in 7 days/ }).click();
  await page.getByRole('button', { name: /^Expires before: / }).waitFor({ state: 'detached' });
  expect(await selected.innerText()).toMatch(/^Expiring in 7 days/);
});

test('a year can be typed into a time filter, and the list is not asked for times before 1970', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
  await owner.open(`/cards?filter={"expiresFrom":${Date.UTC(2026, 5, 15, 12)}}`);
  await page.getByRole('button', { name: /^Expires from: / }).click();
  const input = page.getByRole('dialog').getByLabel('Expires from');
  await input.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('2031', { delay: 300 });
  await page.getByRole('button', { name: /^Expires from: .*2031/ }).waitFor();
  await owner.settle();
  expect(asked.filter((url) => url.includes('"expiresFrom":-'))).toEqual([]);
  expect(await input.inputValue()).toMatch(/^2031-06-15/);
});

test('on a phone a tap shows the card, and several can be frozen at once', async () => {
  await shop.generate(typeId, 3, { batch: 'On a phone' });
  const owner = await suite.owner({ viewport: PHONE, hasTouch: true });
  const { page } = owner;
  await suite.awaitBulkJobs(owner);
  await owner.open('/cards?filter={"batch":"On a phone"}');
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('checkbox') });
  await eventually(async () => (await rows.count()) === 3 || undefined);
  await rows.first().getByRole('button').tap();
  await page.getByRole('dialog').getByText('Card type').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const boxes = rows.getByRole('checkbox');
  for (const each of [0, 1]) await boxes.nth(each).tap();
  const box = (await boxes.first().locator('..').boundingBox())!;
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  await page
    .getByRole('region', { name: 'Actions on the selection' })
    .getByRole('button', { name: 'Freeze', exact: true })
    .tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze' }).tap();
  await page.getByText('2 cards changed').waitFor();
  await eventually(async () => (await rows.getByText('Frozen').count()) === 2 || undefined);
});

/** True for the element that has the keyboard's focus. Runs in the browser. */
const isFocused = (element: object & { matches?: (selector: string) => boolean }) =>
  element.matches!(':focus');

test('the page of a card shows why its owner cannot log in, with the remedy beside it', async () => {
  const [, card] = cards as [string, string];
  const id = await idOf(card);
  await shop.login(card, 'PC-1');
  const owner = await suite.owner();
  const { page } = owner;

  // Changes appear without reloading the page.
  await owner.open(`/cards/${id}/show`);
  await expect(shop.login(card, 'PC-2')).resolves.toMatchObject({ code: 10217 });
  await page.getByText('Only one device is allowed, and a device other than PC-2 is bound:').waitFor();
  await page.getByText(/^Last refused: .*10217.*device PC-2/).waitFor();
  await page.getByRole('alert').getByRole('button', { name: 'Unbind' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unbind' }).click();
  await page.getByText('A login would succeed.').waitFor();
  await expect(shop.login(card, 'PC-2')).resolves.toMatchObject({ code: 0 });

  await owner.open('/cards');
  await owner.open(`/cards/${id}/show`);
  await owner.press('Freeze');
  await page.getByRole('dialog').getByLabel('Reason (optional)').fill('shared online');
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze' }).click();
  await page.getByText(/^Frozen by owner@example\.com on /).waitFor();
  await page.getByText('Reason: shared online').first().waitFor();
  await expect(shop.login(card, 'PC-2')).resolves.toMatchObject({ code: 10212 });
  await owner.press('Unfreeze');
  await page.getByText('A login would succeed.').waitFor();

  await owner.press('Add time');
  await page.getByRole('dialog').getByLabel('Amount').fill('-60');
  await owner.press('Add');
  await page.getByText(/^Expired on /).waitFor();
  await expect(shop.login(card, 'PC-2')).resolves.toMatchObject({ code: 10210 });
});

test('seven days can be added with two clicks, to one card and to many', async () => {
  const [, , first, second, third] = cards as [string, string, string, string, string];
  const before: number[] = [];
  for (const card of [first, second, third]) {
    await shop.login(card, 'PC');
    before.push(await expiryOf(card));
  }
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open(`/cards/${await idOf(first)}/show`);
  await owner.press('Add time');
  await owner.press('Add');
  await page.getByText(`Changed the time of ${first}`).waitFor();
  expect((await expiryOf(first)) - before[0]!).toBe(7 * DAY_MS);

  await owner.open('/cards?filter={"batch":"Spring sale"}');
  for (const card of [second, third]) {
    await page.locator('tbody tr', { hasText: card }).getByRole('checkbox').check();
  }
  await owner.press('Add time');
  await page.getByRole('dialog').getByLabel('The 2 selected cards').check();
  await owner.press('Add');
  await page.getByText('2 cards changed').waitFor();
  expect((await expiryOf(second)) - before[1]!).toBe(7 * DAY_MS);
  expect((await expiryOf(third)) - before[2]!).toBe(7 * DAY_MS);
});

test('selected cards are copied, to be handed to a customer', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/cards?filter={"batch":"Spring sale"}');
  for (const card of [cards[7]!, cards[5]!, cards[6]!]) {
    await page.locator('tbody tr', { hasText: card }).getByRole('checkbox').check();
  }
  await owner.press('Copy');
  await page.getByText('Copied 3 cards').waitFor();
  await expect(page.evaluate<string>('navigator.clipboard.readText()')).resolves.toBe(
    cards.slice(5, 8).join('\n'),
  );
});

test('a selected card that somebody else has deleted is not counted as copied', async () => {
  const batch = 'Partly deleted';
  const type = await shop.add('card-types', { name: 'Deleted', durationUnit: 'days', durationAmount: 1 });
  const [first, second] = (await shop.generate(type.id, 2, { batch })) as [string, string];
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open(`/cards?filter=${JSON.stringify({ batch })}`);
  for (const card of [first, second])
    await page.locator('tbody tr', { hasText: card }).getByRole('checkbox').check();
  const { body } = await suite.api.list<{ id: number }>('/cards', { filter: { card: first } });
  await suite.api.delete(`/cards/${body[0]!.id}`);
  await owner.press('Copy');
  await page.getByText('Copied 1 card').waitFor();
  await expect(page.evaluate<string>('navigator.clipboard.readText()')).resolves.toBe(second);
});

test('all actions on selected cards are reachable on a tablet', async () => {
  const owner = await suite.owner({ viewport: { width: 900, height: 700 } });
  const { page } = owner;
  await owner.open('/cards');
  await page.getByRole('checkbox').nth(1).check();
  const last = page.getByRole('button', { name: 'Delete unused' });
  await last.scrollIntoViewIfNeeded();
  const { x, width } = (await last.boundingBox())!;
  expect(x + width).toBeLessThanOrEqual(900);
  await owner.press('Copy');
  await page.getByText('Copied 1 card').waitFor();
});

test('the creation time of cards is an optional column', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/cards');
  await page.getByRole('columnheader', { name: 'Batch' }).waitFor();
  await expect(page.getByRole('columnheader', { name: 'Created' }).count()).resolves.toBe(0);
  await owner.press('Columns');
  await page.getByLabel('Created', { exact: true }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Created' }).waitFor();
});

test('available cards are marked as issued and saved as a file, once', async () => {
  await shop.generate(typeId, 2, { batch: 'To sell' });
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/cards?filter={"batch":"To sell"}');
  const issue = async () => {
    await owner.chooseAction('Export: Text file; marks the cards as issued');
    await page.getByRole('dialog').getByRole('button', { name: 'Mark and save' }).click();
  };
  const downloading = page.waitForEvent('download');
  await issue();
  await owner.notice('Marked 2 cards as issued').waitFor();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^Photo_Editor-To_sell-\d{4}-\d\d-\d\d\.txt$/);
  expect(
    readFileSync(await file.path(), 'utf8')
      .trim()
      .split(/\r?\n/),
  ).toHaveLength(2);

  page.on('download', () => owner.complaints.push('an empty file was saved'));
  await issue();
  await owner.notice('No available cards').waitFor();
  await owner.settle();
});

test('issued cards are not offered as available cards', async () => {
  const owner = await suite.owner();
  await owner.open('/cards?filter={"state":"unused","issued":true}');
  await owner.page.getByRole('row').nth(1).waitFor();
  await owner.press('More actions');
  await owner.page.getByRole('menuitem', { name: /^Export: CSV/ }).waitFor();
  await expect(owner.page.getByRole('menuitem', { name: /marks the cards as issued/ }).count()).resolves.toBe(
    0,
  );
});

test('a template that somebody else changes meanwhile keeps the typed text, and is not overwritten', async () => {
  const app = await PanelApplication.create(suite.api, 'Templates');
  const day = await app.add('card-types', { name: 'Day', durationUnit: 'days', durationAmount: 1 });
  await app.generate(day.id, 1, { batch: 'First' });
  const templateOf = async () => (await suite.api.get(`/applications/${app.id}`)).body.cardTemplate;
  const { body: jobs } = await suite.api.list<{ id: number }>('/card-jobs', {
    filter: { applicationId: app.id },
  });
  const owner = await suite.owner();
  const { page } = owner;
  owner.expectRefusal(409);
  await owner.open(`/card-jobs/${jobs[0]!.id}/show`);
  await owner.press('Change template');
  await owner.field('Template').fill('Mine: {card}');
  await suite.api.edit(`/applications/${app.id}`, { cardTemplate: 'Theirs: {card}' });
  await owner.comeBack();
  await page.locator('code', { hasText: 'Theirs: {card}' }).waitFor();
  expect(await owner.field('Template').inputValue()).toBe('Mine: {card}');
  await owner.press('Save');
  await page.getByText('Someone else has saved “Theirs: {card}”. Save again to replace it.').waitFor();
  expect(await templateOf()).toBe('Theirs: {card}');
  expect(await owner.field('Template').inputValue()).toBe('Mine: {card}');

  await owner.field('Template').fill('Ours: {card}');
  await owner.press('Save');
  await owner.notice('Template saved').waitFor();
  expect(await templateOf()).toBe('Ours: {card}');

  // Another change of the application does not concern the template.
  await owner.press('Change template');
  await owner.field('Template').fill('Later: {card}');
  await suite.api.edit(`/applications/${app.id}`, { name: 'Renamed' });
  await owner.press('Save');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect((await suite.api.get(`/applications/${app.id}`)).body).toMatchObject({
    name: 'Renamed',
    cardTemplate: 'Later: {card}',
  });
});

test('cards are imported from a file, with a report of the lines that created no card', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/card-jobs/create');
  await owner.choose('Card type', 'Month');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'cards.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(`IMPORTED-1\nIMPORTED-2\n${cards[0]!}\n`),
    });
  await owner.press('Import');
  await page.getByText(/^2 created/).waitFor();
  await page
    .getByRole('row', { name: new RegExp(cards[0]!) })
    .getByText('Already exists')
    .waitFor();
});

test('cards of another system are imported with their state, after a dry run', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/card-jobs/create');
  await owner.choose('Card type (in Latchkey files: only for rows without a card type)', 'Month');
  await page
    .locator('input[type=file]')
    .nth(1)
    .setInputFiles({
      name: 'moved.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('card,remaining_seconds,state\nMOVED-1,3600,\nMOVED-2,,lost\n'),
    });
  await owner.press('Dry run');
  await page.getByText('Dry run: 1 created, 1 invalid').waitFor();
  await page.getByText('the state must be unused, active or expired').waitFor();
  expect((await suite.api.list('/cards', { filter: { card: 'MOVED-1' } })).body).toEqual([]);

  // Only what was tried can be imported.
  const changed = page.getByText('The form has changed since this dry run.');
  await owner.choose('Existing cards and users', 'Update from the file');
  await changed.waitFor();
  expect(await page.getByRole('button', { name: 'Import now' }).count()).toBe(0);
  await owner.choose('Existing cards and users', 'Skip');
  await changed.waitFor({ state: 'detached' });
  await owner.press('Import now');
  await page.getByText('1 created, 1 invalid', { exact: true }).waitFor();
  expect((await suite.api.list('/cards', { filter: { card: 'MOVED-1' } })).body).toMatchObject([
    { status: 'activated' },
  ]);

  await owner.open('/card-jobs');
  await page.getByRole('cell', { name: '1 created, 1 invalid', exact: true }).waitFor();
  await page.getByRole('cell', { name: 'Dry run: 1 created, 1 invalid' }).click();
  await page.getByRole('heading', { level: 2, name: 'Move from another system' }).waitFor();
  await page.getByText('Dry run: 1 created, 1 invalid').waitFor();
});

test('each dry run tries the file again, also after a refusal', async () => {
  const spare = await shop.add('card-types', { name: 'Spare', durationUnit: 'days', durationAmount: 1 });
  const owner = await suite.owner();
  const { page } = owner;
  const type = 'Card type (in Latchkey files: only for rows without a card type)';
  owner.expectRefusal(422);
  await owner.open('/card-jobs/create');
  await owner.choose(type, 'Spare');
  await page
    .locator('input[type=file]')
    .nth(1)
    .setInputFiles({ name: 'again.csv', mimeType: 'text/csv', buffer: Buffer.from('card\nAGAIN-1\n') });
  await owner.press('Dry run');
  await page.getByText('Dry run: 1 created').waitFor();
  const query = new URLSearchParams({ applicationId: String(shop.id), cardTypeId: String(typeId) });
  await suite.api.request('POST', `/card-jobs/import?${query.toString()}`, 'AGAIN-1\n', {
    'content-type': 'text/plain',
  });
  await owner.press('Dry run');
  await page.getByText('Dry run: 1 already exist').waitFor();

  await suite.api.delete(`/card-types/${spare.id}`);
  await owner.press('Dry run');
  await eventually(
    async () => (await owner.field(type).getAttribute('aria-invalid')) === 'true' || undefined,
  );
  await owner.choose(type, 'Month');
  // A refusal that concerns no input does not keep the form from being sent again.
  const path = '**/card-jobs/import-state?*';
  await page.route(path, (route) =>
    route.continue({ url: route.request().url().replace('dryRun=true', 'dryRun=x') }),
  );
  await owner.press('Dry run');
  await owner.notice('dryRun').waitFor();
  await page.unroute(path);
  const [tried] = await Promise.all([page.waitForResponse(path), owner.press('Dry run')]);
  expect(tried.ok()).toBe(true);
});

test('all cards of a job are copied, although later jobs have added many to the batch', async () => {
  await shop.generate(typeId, 1, { batch: 'Grown' });
  await shop.generate(typeId, 3, { batch: 'Grown', mask: 'FIRST-****-****-****' });
  const { body: jobs } = await suite.api.list<{ id: number }>('/card-jobs', { range: [0, 0] });
  await shop.generate(typeId, 1000, { batch: 'Grown' });
  const owner = await suite.owner();
  const { page } = owner;
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
  await owner.open(`/card-jobs/${jobs[0]!.id}/show`);
  await owner.press('Copy 3 cards');
  await owner.notice('Copied 3 cards').waitFor();
  const lines = (await copied()).split('\n');
  expect(lines).toHaveLength(3);
  expect(lines.every((line) => line.startsWith('FIRST-'))).toBe(true);

  const { body } = await suite.api.list<{ id: number }>('/cards', { filter: { card: lines[0]! } });
  await suite.api.delete(`/cards/${body[0]!.id}`);
  await owner.press('Copy 3 cards');
  await owner.notice('Copied 2 of 3 cards').waitFor();
  expect((await copied()).split('\n')).toEqual(lines.slice(1));

  for (const card of lines.slice(1)) {
    const { body: left } = await suite.api.list<{ id: number }>('/cards', { filter: { card } });
    await suite.api.delete(`/cards/${left[0]!.id}`);
  }
  await owner.press('Copy 3 cards');
  await owner.notice('Copied 0 of 3 cards').waitFor();
  expect(await copied()).toBe('');
});

test('faults of a file are shown in Chinese too', async () => {
  const owner = await suite.owner({ locale: 'zh-CN' });
  const { page } = owner;
  await owner.open('/card-jobs/create');
  await page.getByRole('combobox', { name: '卡类', exact: true }).click();
  await page.getByRole('option', { name: 'Month', exact: true }).click();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'cards.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`card,note\nA-CARD-1\n${'A'.repeat(65)},note\n`),
    });
  await owner.press('导入');
  await page.getByText('2 行不是有效的卡密，全部未导入。').waitFor();
  await page.getByText('有 1 列，而表头有 2 列').waitFor();
  await page.getByText('卡密超过 64 个字符').waitFor();
});

async function cardOf(card: string): Promise<{ id: number; expiresAt: number }> {
  const { body } = await suite.api.list<{ id: number; expiresAt: number }>('/cards', { filter: { card } });
  return body[0]!;
}

async function idOf(card: string): Promise<number> {
  return (await cardOf(card)).id;
}

async function expiryOf(card: string): Promise<number> {
  return (await cardOf(card)).expiresAt;
}
