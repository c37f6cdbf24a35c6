import { beforeAll, expect, test } from '@jest/globals';
import { OWNER } from '../support/admin-client.js';
import { PHONE, SIGN_IN_PAGE } from '../support/panel-browser.js';
import { faultsOfPages, PAGES, type Theme } from '../support/panel-pages.js';
import { openShop } from '../support/panel-shop.js';
import { PanelSuite } from '../support/panel-suite.js';

const suite = new PanelSuite();
const LAPTOP = { width: 1440, height: 900 };
/** Timeout in milliseconds. Checking all pages takes two minutes, or longer on a busy machine. */
const WITHIN_MS = 900_000;

beforeAll(() => openShop(suite.api));

test(
  'every page on a laptop and on a phone, in both themes and both languages',
  async () => {
    const check = async (
      pictures: string,
      viewport: typeof PHONE,
      language: 'en' | 'zh',
      themes: readonly Theme[],
    ) => {
      const locale = language === 'en' ? 'en-US' : 'zh-CN';
      const visitor = await suite.visit({ viewport, locale, colorScheme: themes[0] });
      return faultsOfPages(visitor, pictures, themes, () => visitor.signIn(OWNER, SIGN_IN_PAGE[language]));
    };
    await expect(
      Promise.all([
        check('laptop', LAPTOP, 'en', ['light', 'dark']),
        check('phone', PHONE, 'en', ['light']),
        check('phone-dark-zh', PHONE, 'zh', ['dark']),
      ]),
    ).resolves.toEqual([{}, {}, {}]);
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
