import { beforeAll, expect, test } from '@jest/globals';
import { faultsOfPages, PAGES } from '../support/panel-pages.js';
import { openShop } from '../support/panel-shop.js';
import { PanelSuite } from '../support/panel-suite.js';

const suite = new PanelSuite();
/** Timeout in milliseconds. Checking all pages takes a minute, or longer on a busy machine. */
const WITHIN_MS = 400_000;

beforeAll(() => openShop(suite.api));

test(
  'every page in English and the light theme',
  async () => {
    const visitor = await suite.visit({ colorScheme: 'light' });
    await expect(faultsOfPages(visitor, 'laptop', () => visitor.signIn())).resolves.toEqual({});
  },
  WITHIN_MS,
);

test('every page of the menu is tested', async () => {
  const owner = await suite.owner();
  await owner.page.getByRole('menuitem').first().waitFor();
  const links = await owner.page
    .getByRole('menuitem')
    .evaluateAll((items) => items.map((item) => item.getAttribute('href')!.replace(/^#/, '')));
  expect(links.length).toBeGreaterThan(15);
  expect(PAGES).toEqual(expect.arrayContaining(links));
});

test('a page that reloads its rows', async () => {
  const owner = await suite.owner();
  await owner.open('/cards');
  let finish = (): void => {};
  const held = new Promise<void>((resolve) => (finish = resolve));
  await owner.page.route('**/api/admin/v1/cards?*', async (route) => {
    await held;
    await route.continue();
  });
  await owner.press('Refresh');
  await owner.page.getByRole('progressbar').waitFor();
  await expect(owner.faults('laptop-reloading')).resolves.toEqual([]);
  finish();
  await owner.page.getByRole('progressbar').waitFor({ state: 'detached' });
});
