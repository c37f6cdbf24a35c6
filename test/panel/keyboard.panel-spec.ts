import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { OWNER } from '../support/admin-client.js';
import { PanelApplication } from '../support/panel-application.js';
import { SIGN_IN_PAGE } from '../support/panel-browser.js';
import { PanelSuite } from '../support/panel-suite.js';
import { eventually } from '../support/server-process.js';

/** Maximum presses of Tab, more than any page needs. */
const MOST_TABS = 120;
const suite = new PanelSuite();
let shop: PanelApplication;
let typeId: number;

beforeAll(async () => {
  shop = await PanelApplication.create(suite.api, 'Photo Editor');
  typeId = (await shop.add('card-types', { name: 'Month', durationUnit: 'days', durationAmount: 30 })).id;
});

/** Presses Tab until the focus is on a control, and checks that the focus is visible there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor();
  const focused = target.and(page.locator(':focus'));
  for (let i = 0; i < MOST_TABS; i++) {
    if ((await focused.count()) > 0) return expectVisible(page);
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} is not reached by Tab`);
}

/** Checks that the focused control is inside the window and not hidden. */
async function expectVisible(page: Page): Promise<void> {
  await page.locator(':focus').scrollIntoViewIfNeeded();
  expect(await page.locator(':focus').isVisible()).toBe(true);
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Makes clicks impossible, so that a flow uses only the keyboard. */
async function withoutMouse(page: Page): Promise<void> {
  await page.evaluate(`for (const type of ['pointerdown', 'mousedown'])
    addEventListener(type, () => { throw new Error('The mouse was used'); }, true)`);
}

test('signing in and finding a card', async () => {
  const [card] = (await shop.generate(typeId, 1, { batch: 'Found' })) as [string];
  const visitor = await suite.visit();
  const { page } = visitor;
  await withoutMouse(page);
  await tabTo(page, visitor.field(SIGN_IN_PAGE.en.email));
  await page.keyboard.type(OWNER.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(OWNER.password);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem').first().waitFor();
  await visitor.settle();

  await press(page, page.getByRole('button', { name: 'Search', exact: true }));
  const box = page.getByRole('combobox', { name: 'Search' });
  await box.and(page.locator(':focus')).waitFor();
  await page.keyboard.type(card);
  await page.getByRole('option', { name: card }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('A login would succeed.').waitFor();
});

test('from the list over the drawer to a card, an action and its dialog', async () => {
  await shop.generate(typeId, 1, { batch: 'Reset' });
  const filter = { applicationId: shop.id, batch: 'Reset' };
  const read = async () =>
    (await suite.api.list<{ card: string; status: string; frozen: boolean }>('/cards', { filter })).body[0]!;
  const { card } = await read();
  await shop.login(card, 'PC-1');
  const owner = await suite.owner();
  const { page } = owner;
  await withoutMouse(page);
  const dialog = page.getByRole('dialog');
  await press(page, page.getByRole('menuitem', { name: 'Cards', exact: true }));
  await owner.settle();

  const row = page.getByRole('button', { name: `Show ${card}` });
  await press(page, row);
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // The focus returns to where it was.
  await row.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('link', { name: 'Open page' }));
  await owner.settle();

  // A cancelled dialog changes nothing and returns the focus.
  const freeze = page.getByRole('button', { name: 'Freeze', exact: true });
  await press(page, freeze);
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await freeze.and(page.locator(':focus')).waitFor();
  expect(await read()).toMatchObject({ frozen: false });
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Freeze', exact: true }));
  await page.getByText(`Froze ${card}`).waitFor();
  expect(await read()).toMatchObject({ frozen: true });

  await press(page, page.getByRole('button', { name: 'More actions' }));
  const reset = page.getByRole('menuitem', { name: 'Reset to unused' });
  await reset.waitFor();
  for (let i = 0; (await reset.and(page.locator(':focus')).count()) === 0; i++) {
    expect(i).toBeLessThan(20);
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Reset to unused' }));
  await page.getByText(`Reset ${card}`).waitFor();
  // The dialog contains the same text as the message.
  await eventually(async () => (await read()).status === 'unused' || undefined);
});

test('rows are selected and changed together', async () => {
  await shop.generate(typeId, 3, { batch: 'Together' });
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/cards?filter={"batch":"Together"}');
  await withoutMouse(page);
  await press(page, page.getByRole('columnheader').getByRole('checkbox'), 'Space');
  await press(page, page.getByRole('button', { name: 'Freeze', exact: true }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Freeze', exact: true }));
  await page.getByText('3 cards changed').waitFor();
  const filter = { applicationId: shop.id, batch: 'Together', frozen: true };
  expect((await suite.api.list('/cards', { filter })).body).toHaveLength(3);
});
