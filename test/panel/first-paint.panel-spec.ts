import { beforeAll, describe, expect, it } from '@jest/globals';
import { PanelApplication } from '../support/panel-application.js';
import { PHONE } from '../support/panel-browser.js';
import { PanelSuite } from '../support/panel-suite.js';

/** Maximum sum of the browser's layout-shift scores, which measure how far parts of the page move while it loads. */
const MAX_SHIFT = 0.03;
const SHIFTS = `
  globalThis.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) globalThis.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });`;

describe('The first paint of the panel', () => {
  const suite = new PanelSuite();
  beforeAll(async () => {
    const shop = await PanelApplication.create(suite.api, 'Photo Editor');
    const { id } = await shop.add('card-types', { name: 'Month', durationUnit: 'months', durationAmount: 1 });
    const [first] = await shop.generate(id, 30);
    await shop.login(first!, 'PC');
  });

  it.each([
    ['light', 'dark', 'rgb(18, 19, 22)'],
    ['dark', 'light', 'rgb(252, 252, 253)'],
    ['dark', undefined, 'rgb(18, 19, 22)'],
    ['light', undefined, 'rgb(252, 252, 253)'],
  ] as const)('on a %s system with %s stored has the background %s', async (system, stored, background) => {
    const { page } = await suite.visit({ colorScheme: system });
    if (stored) await page.evaluate(`localStorage.setItem('RaStoreLatchkey.theme', '"${stored}"')`);
    const backgroundOf = (element: string) =>
      page.evaluate(`getComputedStyle(document.${element}).backgroundColor`);
    // The panel itself paints the same background.
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await backgroundOf('body')).toBe(background);
    await page.route(/\/admin\/assets\//, () => undefined);
    await page.reload({ waitUntil: 'commit' });
    await page.locator('#root').waitFor({ state: 'attached' });
    expect(await backgroundOf('body')).toBe(background);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('takes its colours from the theme that is chosen later', async () => {
    const { page } = await suite.visit({ colorScheme: 'light' });
    await page.evaluate(`localStorage.setItem('RaStoreLatchkey.theme', '"dark"')`);
    await page.reload();
    const scheme = () => page.evaluate('getComputedStyle(document.documentElement).colorScheme');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await scheme()).toBe('dark');
    await page.getByRole('button', { name: 'Toggle light/dark mode' }).click();
    await page.waitForFunction("getComputedStyle(document.documentElement).colorScheme === 'light'");
  });

  it.each(['/', '/cards', '/users', '/card-types', '/refusals'])(
    'of %s moves little, wide and narrow',
    async (path) => {
      for (const viewport of [{ width: 1440, height: 900 }, PHONE]) {
        const visitor = await suite.owner({ viewport });
        await visitor.page.addInitScript(SHIFTS);
        await visitor.open(path);
        await visitor.page.reload();
        await visitor.settle();
        expect(await visitor.page.evaluate('globalThis.shift')).toBeLessThan(MAX_SHIFT);
        await visitor.leave();
      }
    },
  );

  it('of the sign-in page moves little, wide and narrow', async () => {
    for (const viewport of [{ width: 1440, height: 900 }, PHONE]) {
      const visitor = await suite.visit({ viewport });
      await visitor.page.addInitScript(SHIFTS);
      await visitor.page.reload();
      await visitor.settle();
      expect(await visitor.page.evaluate('globalThis.shift')).toBeLessThan(MAX_SHIFT);
      // Measures the elements that would move.
      await visitor.page.evaluate("document.body.style.marginTop = '200px'");
      await visitor.page.waitForFunction(`globalThis.shift > ${MAX_SHIFT}`);
      await visitor.leave();
    }
  });
});
