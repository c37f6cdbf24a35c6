import { beforeAll, expect, test } from '@jest/globals';
import { PAGES } from '../support/panel-pages.js';
import { openShop } from '../support/panel-shop.js';
import { PanelSuite } from '../support/panel-suite.js';

const suite = new PanelSuite();
/** Looking at all of them takes a minute, and longer on a busy machine. */
const WITHIN_MS = 400_000;

beforeAll(() => openShop(suite.api));

test(
  'every page in English and the light theme',
  async () => {
    const visitor = await suite.visit({ colorScheme: 'light' });
    const faults: Record<string, string[]> = { 'sign-in': await visitor.faults('laptop-sign-in') };
    await visitor.signIn();
    for (const path of PAGES) {
      await visitor.open(path);
      faults[path] = await visitor.faults(`laptop${path.replaceAll('/', '-')}`);
    }
    expect(withFaults(faults)).toEqual({});
  },
  WITHIN_MS,
);

test('the menu has no page that is not looked at', async () => {
  const owner = await suite.owner();
  const links = await owner.page
    .getByRole('menuitem')
    .evaluateAll((items) => items.map((item) => item.getAttribute('href')!.replace(/^#/, '')));
  expect(links.length).toBeGreaterThan(15);
  expect(PAGES).toEqual(expect.arrayContaining(links));
});

function withFaults(faults: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(faults).filter(([, found]) => found.length > 0));
}
