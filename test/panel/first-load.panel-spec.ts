import { expect, test } from '@jest/globals';
import { PanelSuite } from '../support/panel-suite.js';

const suite = new PanelSuite();

test('sign-in page and dashboard are less than 500 KB on the wire', async () => {
  const visitor = await suite.visit();
  const { page } = visitor;
  const loaded: number[] = [];
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => loaded.push(encodedDataLength));
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.reload();
  await visitor.signIn();
  const bytes = loaded.reduce((sum, length) => sum + length, 0);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(500_000);
});
