import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { PanelApplication } from '../support/panel-application.js';
import { PanelSuite } from '../support/panel-suite.js';
import { eventually } from '../support/server-process.js';

const suite = new PanelSuite();
let shop: PanelApplication;
let typeId: number;

beforeAll(async () => {
  shop = await PanelApplication.create(suite.api, 'Photo Editor');
  typeId = (
    await shop.add('card-types', {
      name: 'Month',
      durationUnit: 'days',
      durationAmount: 30,
      offlineHours: 24,
    })
  ).id;
});

interface CardRow {
  id: number;
  card: string;
  frozen: boolean;
  expiresAt: number;
}
const cards = async (filter: object) =>
  (
    await suite.api.list<CardRow>('/cards', {
      filter: { applicationId: shop.id, ...filter },
      range: [0, 999],
    })
  ).body;

/** Generates the only card of a batch. */
async function newCard(batch: string): Promise<CardRow> {
  await shop.generate(typeId, 1, { batch });
  const [row] = await cards({ batch });
  return row!;
}

test('a card that was frozen is unfrozen from the message', async () => {
  const { id, card } = await newCard('Frozen');
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open(`/cards/${id}/show`);
  await owner.press('Freeze');
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze' }).click();
  await page.getByText(`Froze ${card}`).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await eventually(async () => (await cards({ card }))[0]?.frozen === false || undefined);
  await page.getByText('A login would succeed.').waitFor();
});

test('the page of a card follows a change by somebody else, whose freeze cannot be undone by mistake', async () => {
  const { id, card } = await newCard('Frozen by two');
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open(`/cards/${id}/show`);
  await page.route(`**/cards/${id}/freeze`, async (route) => {
    await suite.api.post(`/cards/${id}/freeze`);
    await route.continue();
  });
  await owner.press('Freeze');
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze' }).click();
  await page.getByText(`Froze ${card}`).waitFor();
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Unfreeze' }).waitFor();
  await suite.api.post(`/cards/${id}/unfreeze`);
  await page.getByRole('button', { name: 'Freeze', exact: true }).waitFor();
  // The drawer beside the list follows such a change too.
  await owner.open('/cards?filter={"batch":"Frozen by two"}');
  await page.getByRole('cell', { name: 'Month' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze', exact: true }).waitFor();
  await suite.api.post(`/cards/${id}/freeze`);
  await page.getByRole('dialog').getByRole('button', { name: 'Unfreeze' }).waitFor();
});

test('the selected devices are unbound although somebody else has just unbound one of them', async () => {
  const { id, card } = await newCard('Two devices');
  await suite.api.patch(`/cards/${id}`, { maxDevices: 2, maxSessions: 2, rowVersion: 1 });
  for (const deviceId of ['SHARED-1', 'SHARED-2']) await shop.login(card, deviceId);
  const devices = async () =>
    (
      await suite.api.list<{ id: number }>('/devices', {
        filter: { applicationId: shop.id, deviceId: 'SHARED-' },
      })
    ).body;
  const owner = await suite.owner();
  const { page } = owner;
  owner.expectRefusal(404);
  await owner.open('/devices?filter={"deviceId":"SHARED-"}');
  await page.getByRole('columnheader').getByRole('checkbox').check();
  // The panel unbinds the latest first.
  const [latest] = await devices();
  expect(await suite.api.delete(`/devices/${latest!.id}`)).toMatchObject({ status: 200 });
  await page.locator('[data-test=bulk-actions-toolbar]').getByRole('button', { name: 'Unbind' }).click();
  await owner.confirm('Devices unbound');
  expect(await devices()).toEqual([]);
});

test('a bulk action on more than 1,000 selected cards explains the limit', async () => {
  await shop.generate(typeId, 1000, { batch: 'Too many' });
  await shop.generate(typeId, 1, { batch: 'Too many' });
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/cards?filter={"batch":"Too many"}&perPage=100');
  const next = page.getByRole('button', { name: 'Go to next page' });
  for (let isLast = false; !isLast;) {
    await page.getByRole('columnheader').getByRole('checkbox').check();
    isLast = await next.isDisabled();
    if (!isLast) await next.click();
    await owner.settle();
  }
  const bar = page.getByRole('region', { name: 'Actions on the selection' });
  await bar.getByRole('button', { name: 'Freeze', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The 1,001 selected cards').waitFor();
  await dialog.getByText('An action can change at most 1,000 selected rows.').waitFor();
  await dialog.getByRole('button', { name: 'Freeze' }).click();
  await dialog.locator('.MuiFormHelperText-root.Mui-error', { hasText: 'At most 1,000' }).waitFor();
});

test('a refusal that concerns no field of a dialog is shown as a notification', async () => {
  await newCard('Refused ids');
  const owner = await suite.owner();
  const { page } = owner;
  owner.expectRefusal(422);
  await owner.open('/cards?filter={"batch":"Refused ids"}');
  await page.getByRole('columnheader').getByRole('checkbox').check();
  // The server refuses ids that are no numbers.
  await page.route('**/card-jobs/bulk', (route) =>
    route.continue({ postData: { ...(route.request().postDataJSON() as object), ids: ['x'] } }),
  );
  await page
    .getByRole('region', { name: 'Actions on the selection' })
    .getByRole('button', { name: 'Freeze', exact: true })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze' }).click();
  await owner.notice('ids').waitFor();
});

test('the page of a job on users names all users', async () => {
  const { body } = await suite.api.post<{ id: number }>('/card-jobs/bulk-users', {
    applicationId: shop.id,
    action: 'freeze',
    filter: { applicationId: shop.id },
  });
  const owner = await suite.owner();
  await owner.open(`/card-jobs/${body.id}/show`);
  await owner.page.getByText('All users of the application').waitFor();
  const labels = await owner.page.locator('.RaLabeled-label').allInnerTexts();
  expect(labels).toEqual(expect.arrayContaining(['Applies to', 'Quantity']));
  expect(labels).not.toContain('Cards');
});

test('freezing several cards can be undone only if it changed them all', async () => {
  await shop.generate(typeId, 2, { batch: 'Some frozen' });
  const both = await cards({ batch: 'Some frozen' });
  await suite.api.post(`/cards/${both[0]!.id}/freeze`);
  const owner = await suite.owner();
  await suite.awaitBulkJobs(owner);
  const { page } = owner;
  const bar = page.getByRole('region', { name: 'Actions on the selection' });
  const changeBoth = async (action: string) => {
    await owner.open('/cards?filter={"batch":"Some frozen"}');
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await bar.getByRole('button', { name: action, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: action }).click();
  };
  await changeBoth('Freeze');
  await owner.notice('1 card changed').waitFor();
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  await owner.closeNotice();
  expect(await cards({ batch: 'Some frozen' })).toMatchObject([{ frozen: true }, { frozen: true }]);

  await changeBoth('Unfreeze');
  await owner.notice('2 cards changed').waitFor();
  const undone = page.waitForResponse('**/card-jobs/bulk');
  await page.getByRole('button', { name: 'Undo' }).click();
  await undone;
  expect(await cards({ batch: 'Some frozen' })).toMatchObject([{ frozen: true }, { frozen: true }]);
});

test('a bulk action that fails keeps dialog and selection, and an undo that fails is reported', async () => {
  await shop.generate(typeId, 2, { batch: 'Fails' });
  const ids = (await cards({ batch: 'Fails' })).map(({ id }) => id);
  const note = { applicationId: shop.id, action: 'note', ids, note: 'n' };
  const { body: job } = await suite.api.post<object>('/card-jobs/bulk', note);
  const owner = await suite.owner();
  await suite.awaitBulkJobs(owner);
  const { page } = owner;
  const failNext = () =>
    page.route(
      '**/card-jobs/bulk',
      (route) => {
        const failure = { code: 'job_cards_locked', params: {}, message: 'Nothing was changed' };
        return route.fulfill({ status: 201, json: { ...job, status: 'failed', result: null, failure } });
      },
      { times: 1 },
    );
  const failed = owner.notice('Nothing was changed');
  await owner.open('/cards?filter={"batch":"Fails"}');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page
    .getByRole('region', { name: 'Actions on the selection' })
    .getByRole('button', { name: 'Freeze', exact: true })
    .click();
  await failNext();
  const freeze = page.getByRole('dialog').getByRole('button', { name: 'Freeze' });
  await freeze.click();
  await failed.waitFor();
  await owner.closeNotice();
  await freeze.click();
  await owner.notice('2 cards changed').waitFor();
  await failNext();
  await page.getByRole('button', { name: 'Undo' }).click();
  await failed.waitFor();
  expect(await cards({ batch: 'Fails' })).toMatchObject([{ frozen: true }, { frozen: true }]);
});

/** Deletes the unused cards of the selection, after the dialog has shown `words`. */
async function deleteSelected(page: Page, words: string): Promise<void> {
  const actions = page.getByRole('region', { name: 'Actions on the selection' });
  await actions.getByRole('button', { name: 'Delete unused' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(words).waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
}

test('the dialog that deletes unused cards says how many it deletes', async () => {
  await shop.generate(typeId, 3, { batch: 'Partly used' });
  const [used] = await cards({ batch: 'Partly used' });
  await shop.login(used!.card, 'PC-1');
  const owner = await suite.owner();
  await suite.awaitBulkJobs(owner);
  const { page } = owner;
  await owner.open('/cards?filter={"batch":"Partly used"}');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await deleteSelected(page, 'This deletes 2 cards.');
  await owner.notice('2 cards changed').waitFor();
  expect(await cards({ batch: 'Partly used' })).toMatchObject([{ card: used!.card }]);
});

test('a selected card that has been sold since is not deleted', async () => {
  const batch = 'Sold while selected';
  await shop.generate(typeId, 2, { batch });
  const [sold] = await cards({ batch });
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open(`/cards?filter=${JSON.stringify({ state: 'unused', issued: false, batch })}`);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  const filter = { applicationId: shop.id, card: sold!.card };
  expect(await suite.api.post('/cards/export/issue', { filter, format: 'txt' })).toMatchObject({
    status: 200,
  });

  await deleteSelected(page, 'This deletes one card.');
  await eventually(async () => (await cards({ batch })).length === 1 || undefined);
  expect(await cards({ batch })).toMatchObject([{ id: sold!.id }]);
});

test('cards that were selected under different filters are all deleted', async () => {
  const batches = ['Selected first', 'Selected second'];
  for (const batch of batches) await shop.generate(typeId, 2, { batch });
  const owner = await suite.owner();
  const { page } = owner;
  for (const batch of batches) {
    await owner.open(`/cards?filter=${JSON.stringify({ batch })}`);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
  }
  await deleteSelected(page, 'This deletes 4 cards.');
  await owner.notice('4 cards changed').waitFor();
  for (const batch of batches) expect(await cards({ batch })).toEqual([]);
});

test('time that was added can be removed again from the message, but not the reverse', async () => {
  const { id, card } = await newCard('More time');
  await shop.login(card, 'PC-1');
  const [{ expiresAt }] = (await cards({ card })) as [CardRow];
  const owner = await suite.owner();
  const { page } = owner;
  const undo = page.getByRole('button', { name: 'Undo' });
  const addHours = async (amount: string) => {
    await owner.open(`/cards/${id}/show`);
    await owner.press('Add time');
    await owner.field('Amount').fill(amount);
    await owner.choose('Unit', 'Hours');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await addHours('2');
  await undo.click();
  await eventually(async () => (await cards({ card }))[0]!.expiresAt === expiresAt || undefined);

  await addHours('-2');
  await owner.notice(card).waitFor();
  expect(await undo.count()).toBe(0);
  expect(await cards({ card })).toMatchObject([{ expiresAt: expiresAt - 7_200_000 }]);
});

test('why a device is refused is shown beside the list, by mouse and by keyboard', async () => {
  const { card } = await newCard('Refused');
  await shop.login(card, 'PC-1');
  expect(await shop.login(card, 'PC-2')).toMatchObject({ code: 10217 });
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/cards?filter={"batch":"Refused"}');
  const why = page.getByRole('dialog').getByText('a device other than PC-2 is bound:');
  await page.getByRole('cell', { name: 'Month' }).click();
  await why.waitFor();

  await page.keyboard.press('Escape');
  await why.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `Show ${card}` }).focus();
  await page.keyboard.press('Enter');
  await why.waitFor();
  await owner.follow('Open page');
  await page.getByRole('heading', { name: card }).first().waitFor();
  await page.getByText('Refused: 10217').first().waitFor();
});

test('the tabs count cards, and the menu leads back to all of them', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/cards');
  const { body } = await suite.api.get<{ counts: Record<string, number> }>(
    `/cards/counts?filter={"applicationId":${shop.id}}`,
  );
  const all = body.counts['all']!.toLocaleString('en');
  await page.getByRole('tab', { name: `All ${all}` }).waitFor();
  await page.getByRole('tab', { name: /^Active/ }).click();
  await owner.settle();
  const active = body.counts['active']!;
  await page.getByText(new RegExp(`of ${active}$`)).waitFor();
  await page.getByRole('menuitem', { name: 'Cards', exact: true }).click();
  await page.getByText(new RegExp(`of ${all}$`)).waitFor();
  await expect(page.getByRole('tab', { name: /^All/ }).getAttribute('aria-selected')).resolves.toBe('true');
});

test('an action that ends something asks first, says what is lost, and is named on the button', async () => {
  const { id, card } = await newCard('Ends');
  const { token } = await shop.login(card, 'PC-1');
  expect(await shop.client.post('/card/ticket', { card, token })).toMatchObject({ code: 0 });
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open(`/cards/${id}/show`);
  await page.getByText('29 days left').waitFor();
  await owner.chooseAction('Reset to unused');
  const dialog = page.getByRole('dialog');
  await dialog
    .getByText(
      'This ends one session, removes one device, leaves one offline ticket valid, restores the whole time of one card.',
    )
    .waitFor();
  await dialog.getByText('An offline ticket cannot be revoked').waitFor();
  await dialog.getByRole('button', { name: 'Reset to unused' }).click();
  // Waits for the notification, not for the dialog, whose title begins with the same words.
  await owner.notice(`Reset ${card}`).waitFor();
  expect(await cards({ card })).toMatchObject([{ status: 'unused' }]);
});
