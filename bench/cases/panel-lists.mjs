import { chromium } from 'playwright-core';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { APPLICATIONS, seed } from '../admin-lists/seed.mjs';
import { startServer } from '../server.mjs';
import { percentile } from '../statistics.mjs';

const TIMES = 5;
const ROW = '.RaDataTable-row';
const AS_IT_OPENS = '/cards?filter={}&sort=id&order=DESC&page=1&perPage=25';

/** The list of a million cards as somebody in a browser sees it: from the click to the rows. */
export async function panelListsCase(options) {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('There is no Chromium on this machine');
  const now = Date.now();
  const server = await startServer(APPLICATIONS, { ...options, prepare: (env) => seed(env, now) });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await signIn(page, server);
    const details = [];
    for (const [step, act] of steps(page)) details.push(await measure(page, step, act));
    return { details, max_ms: Math.max(...details.map(({ median_ms }) => median_ms)) };
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function signIn(page, { url, admin }) {
  await page.goto(`${url}/admin/`);
  await page.fill('input[name=email]', admin.email);
  await page.fill('input[name=password]', admin.password);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Cards', exact: true }).click();
  await rowsOf(page).first().waitFor();
}

/** What people do: each gives what to do when everything is ready for it. */
function steps(page) {
  const column = (name) => page.getByRole('columnheader', { name }).getByRole('button');
  const choose = async (label, option) => {
    await page.getByLabel(label).first().click();
    const choice = page.getByRole('option', { name: option, exact: true });
    // The list of choices has to have opened.
    await choice.hover();
    return () => choice.click();
  };
  const fromDashboard = async () => {
    await page.evaluate(() => (location.hash = '/'));
    await rowsOf(page).first().waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
    return () => page.getByRole('menuitem', { name: 'Cards', exact: true }).click();
  };
  return [
    ['open the list', fromDashboard],
    ['next page', async () => () => page.getByRole('button', { name: 'Go to next page' }).click()],
    [
      'last page',
      async () => () =>
        page
          .getByRole('button', { name: /page \d+$/ })
          .last()
          .click(),
    ],
    ['sort by card', async () => () => column('Card').first().click()],
    ['sort by expiry', async () => () => column('Expires').click()],
    ['state active', () => choose('State', 'Active')],
    ['state expired', () => choose('State', 'Expired')],
    ['card begins with MON-A', async () => () => page.getByLabel('Card begins with').fill('MON-A')],
  ];
}

/** Each time from the list as it opens to other rows, in milliseconds. */
async function measure(page, step, prepare) {
  const times = [];
  for (let i = 0; i < TIMES; i++) {
    await page.evaluate((hash) => (location.hash = hash), AS_IT_OPENS);
    await page.reload();
    await rowsOf(page).first().waitFor();
    await page.waitForLoadState('networkidle');
    const act = await prepare();
    const before = await page.evaluate(firstRow, ROW);
    const started = performance.now();
    await act();
    await page.waitForFunction(
      ([row, text]) => ![undefined, text].includes(document.querySelector(row)?.textContent),
      [ROW, before],
      { polling: 'raf' },
    );
    times.push(performance.now() - started);
  }
  return { step, median_ms: percentile(times, 0.5), max_ms: percentile(times, 1) };
}

function rowsOf(page) {
  return page.locator(ROW);
}

function firstRow(row) {
  return document.querySelector(row)?.textContent;
}
