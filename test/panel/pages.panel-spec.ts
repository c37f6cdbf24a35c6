import { beforeAll, describe, expect, test } from '@jest/globals';
import { PHONE } from '../support/panel-browser.js';
import { faultsInThemes, faultsOfPages, PAGES, type Theme } from '../support/panel-pages.js';
import { openShop } from '../support/panel-shop.js';
import { PanelSuite } from '../support/panel-suite.js';

const suite = new PanelSuite();
const LAPTOP = { width: 1440, height: 900 };
/** Timeout of a section in milliseconds: on a busy machine a page takes up to ten seconds. */
const SECTION_MS = 1_200_000;

/** The windows in which each page is tested: file name prefix of the screenshots, size, language and themes. */
const WINDOWS: [string, typeof PHONE, 'en-US' | 'zh-CN', readonly Theme[]][] = [
  ['laptop', LAPTOP, 'en-US', ['light', 'dark']],
  ['phone', PHONE, 'en-US', ['light']],
  ['phone-dark-zh', PHONE, 'zh-CN', ['dark']],
];

beforeAll(() => openShop(suite.api));

describe('on a laptop and on a phone, in both themes and both languages:', () => {
  test.each(Object.entries(PAGES))(
    'the pages of the section %s',
    async (_, pages) => {
      const faults = WINDOWS.map(async ([pictures, viewport, locale, themes]) => {
        const owner = await suite.owner({ viewport, locale, colorScheme: themes[0] });
        return faultsOfPages(owner, pictures, themes, pages);
      });
      await expect(Promise.all(faults)).resolves.toEqual([{}, {}, {}]);
    },
    SECTION_MS,
  );

  test('the sign-in page', async () => {
    for (const [pictures, viewport, locale, themes] of WINDOWS) {
      const visitor = await suite.visit({ viewport, locale, colorScheme: themes[0] });
      await visitor.page.getByRole('textbox').first().waitFor();
      await expect(faultsInThemes(visitor, `${pictures}-sign-in`, themes)).resolves.toEqual([]);
    }
  });
});

test('every page of the menu is tested', async () => {
  const owner = await suite.owner();
  await owner.page.getByRole('menuitem').first().waitFor();
  const links = await owner.page
    .getByRole('menuitem')
    .evaluateAll((items) => items.map((item) => item.getAttribute('href')!.replace(/^#/, '')));
  expect(links.length).toBeGreaterThan(15);
  expect(Object.values(PAGES).flat()).toEqual(expect.arrayContaining(links));
});

test('a page has no faults while it reloads its rows', async () => {
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

test.each([
  ['animates menus', 'no-preference', true],
  ['animates nothing for people who have turned animations off', 'reduce', false],
] as const)('the panel %s', async (_, reducedMotion, isAnimated) => {
  const owner = await suite.owner({ reducedMotion });
  await owner.page.getByRole('button', { name: /^Profile/ }).click();
  await owner.page.locator('.MuiPopover-paper').waitFor();
  const duration = await owner.page.evaluate<string>(
    'getComputedStyle(document.querySelector(".MuiPopover-paper")).transitionDuration',
  );
  expect(parseFloat(duration) > 0).toBe(isAnimated);
});
