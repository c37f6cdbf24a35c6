import { expect, test } from '@jest/globals';
import { PanelSuite } from '../support/panel-suite.js';
import type { Visitor } from '../support/panel-browser.js';

const suite = new PanelSuite();

/** Maximum bytes of scripts (compressed by brotli) that a page loads until it is complete. */
const SIGN_IN_BYTES = 250_000;
const CARDS_LIST_BYTES = 390_000;

test('the sign-in page loads few scripts', async () => {
  const visitor = await suite.visit();
  const bytes = await scriptBytes(visitor, '/login');
  await visitor.field('Email').waitFor();
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(SIGN_IN_BYTES);
});

test('the cards list loads few scripts', async () => {
  const owner = await suite.owner();
  const bytes = await scriptBytes(owner, '/cards');
  await owner.page.getByRole('heading', { level: 1, name: 'Cards' }).waitFor();
  expect(bytes).toBeGreaterThan(SIGN_IN_BYTES);
  expect(bytes).toBeLessThan(CARDS_LIST_BYTES);
});

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

/** Reloads a page without the browser's cache and returns the size of its scripts as they were sent. */
async function scriptBytes(visitor: Visitor, path: string): Promise<number> {
  const { page } = visitor;
  await visitor.open(path);
  const scripts = new Set<string>();
  let bytes = 0;
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  cdp.on('Network.responseReceived', ({ type, requestId, response }) => {
    if (type !== 'Script') return;
    const encoding = response.headers['Content-Encoding'] ?? response.headers['content-encoding'];
    if (response.url.includes('/assets/')) expect(encoding).toBe('br');
    scripts.add(requestId);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.reload();
  await visitor.settle();
  return bytes;
}
