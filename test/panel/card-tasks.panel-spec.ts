import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { PanelApplication } from '../support/panel-application.js';
import { PanelSuite } from '../support/panel-suite.js';
import { eventually } from '../support/server-process.js';

const WEEK_MS = 7 * 86_400_000;
const suite = new PanelSuite();
let shop: PanelApplication;
let typeId: number;

beforeAll(async () => {
  shop = await PanelApplication.create(suite.api, 'Photo Editor', {
    cardTemplate: 'Key: {card} ({duration})',
  });
  typeId = (await shop.add('card-types', { name: 'Month', durationUnit: 'days', durationAmount: 30 })).id;
});

/** Counts what a person does: clicks, texts that are typed, and single keys. */
class Steps {
  count = 0;

  constructor(private readonly page: Page) {}

  async click(target: Locator): Promise<void> {
    this.count++;
    await target.click();
  }

  async type(text: string, target: Locator): Promise<void> {
    this.count++;
    await target.fill(text);
  }

  /** Types without looking for a field: it must have the focus. */
  async typeHere(text: string): Promise<void> {
    this.count++;
    await this.page.keyboard.type(text);
  }

  async key(name: string): Promise<void> {
    this.count++;
    await this.page.keyboard.press(name);
  }
}

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

test('500 cards leave by template in 4 steps', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/cards');
  const steps = new Steps(page);
  await steps.click(page.getByRole('link', { name: 'Generate' }));
  await owner.settle();
  await steps.type('500', owner.field('Quantity'));
  await steps.click(page.getByRole('button', { name: 'Generate', exact: true }));
  await steps.click(page.getByRole('button', { name: 'Copy 500 cards' }));
  await page.getByText('Copied 500 cards').waitFor();
  expect(steps.count).toBe(4);
  const copied = (await page.evaluate<string>('navigator.clipboard.readText()')).split('\n');
  const made = (await cards({})).map(({ card }) => `Key: ${card} (30 days)`);
  expect(made).toHaveLength(500);
  expect(copied.toSorted()).toEqual(made.toSorted());
});

test('a card is frozen with a reason in 3 steps, and unfrozen from the message', async () => {
  const { id, card } = await newCard('Frozen');
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open(`/cards/${id}/show`);
  const steps = new Steps(page);
  await steps.click(page.getByRole('button', { name: 'Freeze', exact: true }));
  await page.getByRole('dialog').getByLabel('Reason (optional)').and(page.locator(':focus')).waitFor();
  await steps.typeHere('shared online');
  await steps.key('Enter');
  await page.getByText('Reason: shared online').first().waitFor();
  expect(steps.count).toBe(3);
  expect(await cards({ card })).toMatchObject([{ frozen: true }]);

  await page.getByText(`Froze ${card}`).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('A login would succeed.').waitFor();
  expect(await cards({ card })).toMatchObject([{ frozen: false }]);
});

test('the 12 cards of a batch get a week in 6 steps', async () => {
  await shop.generate(typeId, 12, { batch: 'Spring sale' });
  const before = await cards({ batch: 'Spring sale' });
  expect(before).toHaveLength(12);
  for (const { card } of before) await shop.login(card, 'PC');
  const expiry = new Map((await cards({ batch: 'Spring sale' })).map((row) => [row.id, row.expiresAt]));
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/cards');
  const steps = new Steps(page);
  await steps.click(page.getByRole('button', { name: 'Add filter' }));
  await steps.click(page.getByRole('menuitem', { name: 'Batch', exact: true }));
  await steps.type('Spring sale', page.getByRole('textbox', { name: 'Batch', exact: true }));
  await eventually(async () => ((await page.locator('tbody tr').count()) === 12 ? true : undefined));
  await steps.click(page.getByRole('columnheader').getByRole('checkbox'));
  await steps.click(page.getByRole('button', { name: 'Add time' }));
  await steps.click(page.getByRole('dialog').getByRole('button', { name: 'Add' }));
  await page.getByText('12 cards changed').waitFor();
  expect(steps.count).toBe(6);
  for (const { id, expiresAt } of await cards({ batch: 'Spring sale' }))
    expect(expiresAt - expiry.get(id)!).toBe(WEEK_MS);
});

test('why a device is refused is one step from the list, by mouse and by keyboard', async () => {
  const { card } = await newCard('Refused');
  await shop.login(card, 'PC-1');
  expect(await shop.login(card, 'PC-2')).toMatchObject({ code: 10217 });
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/cards?filter={"batch":"Refused"}');
  const why = page.getByRole('dialog').getByText('a device other than PC-2 is bound:');
  const steps = new Steps(page);
  await steps.click(page.getByRole('cell', { name: 'Month' }));
  await why.waitFor();
  expect(steps.count).toBeLessThanOrEqual(3);

  await page.keyboard.press('Escape');
  await why.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `Look at ${card}` }).focus();
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
  await page.getByRole('tab', { name: `All ${body.counts['all']!}` }).waitFor();
  await page.getByRole('tab', { name: /^Active/ }).click();
  await owner.settle();
  const active = body.counts['active']!;
  await page.getByText(new RegExp(`of ${active}$`)).waitFor();
  await page.getByRole('menuitem', { name: 'Cards', exact: true }).click();
  await page.getByText(new RegExp(`of ${body.counts['all']!}$`)).waitFor();
  await expect(page.getByRole('tab', { name: /^All/ }).getAttribute('aria-selected')).resolves.toBe('true');
});

test('what ends something asks, says what is lost, and has the verb on its button', async () => {
  const { id, card } = await newCard('Ends');
  await shop.login(card, 'PC-1');
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open(`/cards/${id}/show`);
  await page.getByText('29 days left').waitFor();
  await owner.chooseAction('Reset to unused');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This ends one session, removes one device, gives back the whole time.').waitFor();
  await dialog.getByRole('button', { name: 'Reset to unused' }).click();
  await page.getByText(`Reset ${card}`).waitFor();
  expect(await cards({ card })).toMatchObject([{ status: 'unused' }]);
});
