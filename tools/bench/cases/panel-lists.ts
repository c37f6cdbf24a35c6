import { chromium, type Locator, type Page } from 'playwright-core';
import { findChromium } from '../../find-program.ts';
import type { Server } from '../server.ts';
import type { Shop } from '../shop/open-shop.ts';
import { percentile } from '../statistics.ts';

const TIMES = 5;
const ROW = 'tbody .RaDataTable-row';
/** Expression for the text of the first row, evaluated in the browser. */
const FIRST_ROW = `document.querySelector('${ROW}')?.textContent`;
/** Lists other than the cards, by their names in the menu. */
const LISTS = ['Users', 'Requests', 'Devices', 'Sessions', 'Audit log'];
const AS_IT_OPENS = '/cards?filter={}&sort=id&order=DESC&page=1&perPage=25';

/** Measures the panel's lists in a browser: the time from a click until the rows are visible. */
export async function panelListsCase({ server }: Shop) {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('There is no Chromium on this machine');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, bypassCSP: true });
    await signIn(page, server);
    const details: Awaited<ReturnType<typeof measure>>[] = [];
    for (const [step, prepare] of steps(page)) {
      try {
        details.push(await measure(page, step, prepare));
      } catch (error) {
        throw new Error(`The step "${step}" failed`, { cause: error });
      }
    }
    return { details, max_ms: Math.max(...details.map(({ median_ms }) => median_ms)) };
  } finally {
    await browser.close();
  }
}

async function signIn(page: Page, { url, admin }: Server) {
  await page.goto(`${url}/admin/`);
  await page.fill('input[name=email]', admin.email);
  await page.fill('input[name=password]', admin.password);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Cards', exact: true }).click();
  await rowsOf(page).first().waitFor();
}

/** Prepares a page for a user action. Returns a function that performs the action. */
type Prepare = () => Promise<() => Promise<void>>;

function steps(page: Page): [string, Prepare][] {
  const column = (name: string) => page.getByRole('columnheader', { name }).getByRole('button');
  const tab = (name: RegExp) => async () => () => page.getByRole('tab', { name }).click();
  const fromDashboard = (menuItem: string) => async () => {
    await openHash(page, '/');
    await rowsOf(page).first().waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
    return () => page.getByRole('menuitem', { name: menuItem, exact: true }).click();
  };
  return [
    ['list to rows', fromDashboard('Cards')],
    ...LISTS.map((name): [string, Prepare] => [`open ${name}`, fromDashboard(name)]),
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
    ['tab Active', tab(/^Active/)],
    ['tab Expired', tab(/^Expired/)],
    ['tab Frozen', tab(/^Frozen/)],
    ['card begins with MON-A', async () => () => page.getByLabel('Card begins with').fill('MON-A')],
  ];
}

/** Measures the milliseconds from the action until the list shows different rows. */
async function measure(page: Page, step: string, prepare: Prepare) {
  const times: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    await openHash(page, AS_IT_OPENS);
    await page.reload();
    await rowsOf(page).first().waitFor();
    await page.waitForLoadState('networkidle');
    const act = await prepare();
    const before = await page.evaluate<string>(FIRST_ROW);
    const started = performance.now();
    await act();
    const isOther = `![undefined, ${JSON.stringify(before)}].includes(${FIRST_ROW})`;
    await page.waitForFunction(isOther, undefined, { polling: 'raf' });
    times.push(performance.now() - started);
  }
  return { step, median_ms: percentile(times, 0.5), max_ms: percentile(times, 1) };
}

function rowsOf(page: Page): Locator {
  return page.locator(ROW);
}

async function openHash(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
}
