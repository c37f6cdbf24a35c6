import { beforeAll, expect, test } from '@jest/globals';
import { PHONE } from '../support/panel-browser.js';
import { PAGES } from '../support/panel-pages.js';
import { openShop } from '../support/panel-shop.js';
import { PanelSuite } from '../support/panel-suite.js';

const suite = new PanelSuite();
/** Looking at all of them takes a minute, and longer on a busy machine. */
const WITHIN_MS = 400_000;

beforeAll(() => openShop(suite.api));

test(
  'every page in Chinese and the dark theme',
  async () => {
    const visitor = await suite.visit({ viewport: PHONE, colorScheme: 'dark', locale: 'zh-CN' });
    const faults: Record<string, string[]> = { 'sign-in': await visitor.faults('phone-sign-in') };
    await visitor.signInInChinese();
    for (const path of PAGES) {
      await visitor.open(path);
      faults[path] = await visitor.faults(`phone${path.replaceAll('/', '-')}`);
    }
    expect(withFaults(faults)).toEqual({});
  },
  WITHIN_MS,
);

function withFaults(faults: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(faults).filter(([, found]) => found.length > 0));
}
