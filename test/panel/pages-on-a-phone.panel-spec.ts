import { beforeAll, expect, test } from '@jest/globals';
import { OWNER } from '../support/admin-client.js';
import { PHONE, SIGN_IN_PAGE } from '../support/panel-browser.js';
import { faultsOfPages } from '../support/panel-pages.js';
import { openShop } from '../support/panel-shop.js';
import { PanelSuite } from '../support/panel-suite.js';

const suite = new PanelSuite();
/** Timeout in milliseconds. Checking all pages takes a minute, or longer on a busy machine. */
const WITHIN_MS = 400_000;

beforeAll(() => openShop(suite.api));

test(
  'every page in Chinese and the dark theme',
  async () => {
    const visitor = await suite.visit({ viewport: PHONE, colorScheme: 'dark', locale: 'zh-CN' });
    await expect(
      faultsOfPages(visitor, 'phone', () => visitor.signIn(OWNER, SIGN_IN_PAGE.zh)),
    ).resolves.toEqual({});
  },
  WITHIN_MS,
);
