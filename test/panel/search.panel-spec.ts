import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { PanelApplication } from '../support/panel-application.js';
import { PHONE, type Visitor } from '../support/panel-browser.js';
import { PanelSuite } from '../support/panel-suite.js';
import { zoneAtNoon } from '../support/zone-at-noon.js';
import { eventually } from '../support/server-process.js';

const suite = new PanelSuite();
let shop: PanelApplication;
let other: PanelApplication;
let card: string;
let otherCard: string;
let ids: Record<string, number>;

beforeAll(async () => {
  other = await PanelApplication.create(suite.api, 'Other app');
  // Otherwise midnight could come between a refusal and the display of today's refusals.
  shop = await PanelApplication.create(suite.api, 'A photo editor', { timeZone: zoneAtNoon() });
  const month = { name: 'Month', durationUnit: 'months', durationAmount: 1 };
  const [{ id }, { id: otherId }] = [
    await shop.add('card-types', month),
    await other.add('card-types', month),
  ];
  [card] = (await shop.generate(id, 1, { mask: 'AUR-****-****-HU4G', batch: 'Spring' })) as [string];
  [otherCard] = (await other.generate(otherId, 1, { mask: 'OTH-****-****-KK88' })) as [string];
  await shop.generate(id, 7, { mask: 'MORE-****-****', batch: 'More' });
  const { body } = await suite.api.list<{ id: number; card: string }>('/cards');
  ids = Object.fromEntries(body.map((row) => [row.card, row.id]));
});

const box = ({ page }: Visitor): Locator => page.getByRole('combobox', { name: 'Search' });
const option = ({ page }: Visitor, name: string | RegExp): Locator => page.getByRole('option', { name });
const isAt = (page: Page, path: string) => page.waitForURL((url) => url.hash === `#${path}`);

async function search(visitor: Visitor, text: string): Promise<void> {
  await visitor.page.keyboard.press('Control+k');
  await box(visitor).fill(text);
}

test('a message from a chat leads to the card: Ctrl+K, paste, Enter', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await page.evaluate(`navigator.clipboard.writeText('你好 我的卡密 ${card.toLowerCase()} 登不上了')`);
  await page.keyboard.press('Control+k');
  await box(owner).waitFor();
  await page.keyboard.press('Control+v');
  // The test does not wait for the search result.
  await page.keyboard.press('Enter');
  await isAt(page, `/cards/${ids[card]}/show`);
  await box(owner).waitFor({ state: 'detached' });
  await page.getByText('A login would succeed.').waitFor();
});

test('the last four letters lead to a card of another application, which is selected', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await owner.chooseApplication('A photo editor');
  await search(owner, 'kk88');
  await option(owner, otherCard).getByText('Unused · Month · Other app').waitFor();
  await page.keyboard.press('Enter');
  await isAt(page, `/cards/${ids[otherCard]}/show`);
  await page.getByRole('button', { name: /^Application: Other app/ }).waitFor();
});

test('the filter of a list does not follow to the application of a result', async () => {
  await shop.add('variables', { key: 'of_the_shop', value: '1' });
  await other.add('variables', { key: 'of_the_other', value: '1' });
  const owner = await suite.owner();
  const { page } = owner;
  await owner.chooseApplication('A photo editor');
  await owner.open('/variables?filter={"key":"of_the_shop"}');
  await page.getByRole('link', { name: 'of_the_shop' }).waitFor();
  await search(owner, 'kk88');
  await option(owner, otherCard).getByText('Unused · Month · Other app').waitFor();
  await page.keyboard.press('Enter');
  await isAt(page, `/cards/${ids[otherCard]}/show`);
  await page.getByRole('menuitem', { name: 'Variables' }).click();
  await page.getByRole('link', { name: 'of_the_other' }).waitFor();
});

test('arrows move in the list, Escape closes it', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await search(owner, 'more');
  const selected = page.getByRole('option', { selected: true });
  await page.getByText('Cards · type more to narrow the results').waitFor();
  const first = await selected.getAttribute('id');
  await expect(box(owner).getAttribute('aria-activedescendant')).resolves.toBe(first);
  await page.keyboard.press('ArrowDown');
  const second = await selected.getAttribute('id');
  expect(second).not.toBe(first);
  await expect(box(owner).getAttribute('aria-activedescendant')).resolves.toBe(second);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(selected.getAttribute('id')).resolves.toBe(
    await page.getByRole('option').last().getAttribute('id'),
  );
  await page.keyboard.press('Escape');
  await box(owner).waitFor({ state: 'detached' });
});

test('pages and actions are found too', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await search(owner, 'integr');
  await option(owner, 'Integration').click();
  await isAt(page, '/integration');
  await search(owner, 'generate');
  await page
    .getByRole('group', { name: 'Actions' })
    .getByRole('option', { name: 'Generate cards' })
    .waitFor();
  await page.keyboard.press('Enter');
  await isAt(page, '/cards/create');
});

test('a card is frozen from the search', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await search(owner, `freeze ${card}`);
  await option(owner, `Freeze ${card}`).click();
  await isAt(page, `/cards/${ids[card]}/show`);
  await page.getByRole('dialog').getByLabel('Reason (optional)').fill('shared');
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze' }).click();
  await page.getByText('Reason: shared').first().waitFor();
  await page.reload();
  await page.getByText('Reason: shared').first().waitFor();
  await expect(page.getByRole('dialog').count()).resolves.toBe(0);
});

test('a search that finds nothing shows what was refused, and the card that was probably meant', async () => {
  const wrong = card.replace('HU4G', 'HU46');
  await shop.login(wrong, 'PC');
  await shop.login(wrong, 'PC-2');
  await eventually(async () => {
    const { body } = await suite.api.get<{ refused: { today: number }[] }>(`/search?q=${wrong}`);
    return body.refused[0]?.today === 2 || undefined;
  });
  const owner = await suite.owner();
  const { page } = owner;
  await search(owner, wrong);
  await page.getByRole('status').getByText('Nothing found. Did you mean one of these?').waitFor();
  await page.getByText(`“${wrong}” was refused 2× today in A photo editor.`).waitFor();
  await page.getByRole('group', { name: 'Similar cards' }).getByRole('option', { name: card }).click();
  await isAt(page, `/cards/${ids[card]}/show`);
});

test('a late answer does not replace a newer one', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/search\?q=kk88$/, async (route) => {
    await released;
    await route.continue();
  });
  const asked = page.waitForRequest(/q=kk88$/);
  await search(owner, 'kk88');
  await asked;
  await box(owner).fill('hu4g');
  await option(owner, new RegExp(`^${card}`)).waitFor();
  release();
  await owner.settle();
  await expect(option(owner, new RegExp(`^${otherCard}`)).count()).resolves.toBe(0);
});

test('an error is shown in words', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  owner.expectRefusal(503);
  await page.route(/\/search\?/, (route) =>
    route.fulfill({ status: 503, json: { code: 'x', message: 'Too busy' } }),
  );
  await search(owner, 'kk88');
  await page.getByRole('alert').getByText('Too busy').waitFor();
});

test.each([
  ['on a laptop', {}, 'search-laptop'],
  [
    'on a phone, in Chinese and the dark theme',
    { viewport: PHONE, colorScheme: 'dark', locale: 'zh-CN' },
    'search-phone',
  ],
] as const)('no faults %s', async (_, options, picture) => {
  const visitor = await suite.owner(options);
  const { page } = visitor;
  const isChinese = 'locale' in options;
  await page.getByRole('button', { name: isChinese ? '搜索' : 'Search', exact: true }).click();
  const input = page.getByRole('combobox', { name: isChinese ? '搜索' : 'Search' });
  await input.waitFor();
  await visitor.settle();
  expect(await visitor.faults(`${picture}-empty`)).toEqual([]);
  for (const [name, text] of [
    ['found', 'more'],
    ['nothing', card.replace('HU4G', 'HU46')],
  ] as const) {
    await input.fill(text);
    await page
      .getByRole(name === 'found' ? 'option' : 'status')
      .first()
      .waitFor();
    await visitor.settle();
    expect(await visitor.faults(`${picture}-${name}`)).toEqual([]);
  }
  if (isChinese) {
    const { width } = (await page.getByRole('dialog').boundingBox())!;
    expect(width).toBe(PHONE.width);
  }
});
