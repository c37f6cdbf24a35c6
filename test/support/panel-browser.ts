import type { AxeResults, RunOptions } from 'axe-core';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
  type Response,
  type Request,
} from 'playwright-core';
import { OWNER } from './admin-client.js';
import { eventually } from './server-process.js';

/** Folder for screenshots of the pages, taken by `npm run screenshots`. */
const SCREENSHOTS = process.env.TEST_SCREENSHOTS && join(import.meta.dirname, '../../screenshots');

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Chromium refuses to run its sandbox as root, the user that runs tests in containers.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** The router's warning when a typed address replaces a page with a form. Tests type addresses. */
const TYPED_OVER = /^You are trying to use a blocker on a POP navigation/;

/** Milliseconds without activity before a page counts as loaded. */
const QUIET_MS = 120;
const LOOK_EVERY_MS = 20;
const LOOK_FOR_MS = 5000;
const SETTLED_WITHIN_MS = 120_000;
/**
 * True while the page loads or an animation runs, except endless animations and labelled progress circles. A labelled
 * circle waits for an event outside the page, such as the first login of a client. The title is missing until the
 * record is loaded.
 */
const IS_MOVING = `document.querySelector('.MuiCircularProgress-root:not([aria-label]), [aria-busy="true"]') !== null ||
  document.querySelector('#react-admin-title > span')?.textContent === '' || document.getAnimations().some(({ playState, effect }) =>
  playState === 'running' && effect.getComputedTiming().endTime !== Infinity)`;
/**
 * Waits in the page, since a call from here per look would take most of a test's processor time. Becomes true when
 * nothing has moved for a moment, or false after a while.
 */
const BECOMES_QUIET = `new Promise((done) => {
  const end = performance.now() + ${LOOK_FOR_MS};
  let quietMs = 0;
  const look = () => {
    quietMs = ${IS_MOVING} ? 0 : quietMs + ${LOOK_EVERY_MS};
    if (quietMs >= ${QUIET_MS} || performance.now() > end) done(quietMs >= ${QUIET_MS});
    // A page in the background may never become idle.
    else setTimeout(() => requestIdleCallback(look, { timeout: 500 }), ${LOOK_EVERY_MS});
  };
  requestIdleCallback(look, { timeout: 500 });
})`;

/** Milliseconds for which the panel shows notifications. */
const NOTIFICATION_MS = [4000, 8000];
/** Shows notifications five times as long, since on a busy machine this process may stand still while one is shown. */
const LONG_NOTIFICATIONS = `{
  const { setTimeout } = window;
  const isNotification = (ms) => ${JSON.stringify(NOTIFICATION_MS)}.includes(ms);
  window.setTimeout = (work, ms, ...rest) => setTimeout(work, isNotification(ms) ? 5 * ms : ms, ...rest);
}`;

/** Reports texts of the page that contain a placeholder, such as `%{name}`, as errors of the browser. */
const REPORT_PLACEHOLDERS = `new MutationObserver((changes) => {
  for (const { type, target, addedNodes } of changes)
    for (const { textContent } of type === 'characterData' ? [target] : addedNodes)
      if (/%\\{\\w+\\}/.test(textContent)) console.error('A placeholder was not filled in: ' + textContent);
}).observe(document, { childList: true, characterData: true, subtree: true })`;

const LAPTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };
const LARGE_LAPTOP = { width: 1440, height: 900 };

/** Windows, themes and languages in which a page is tested: each window in both themes and both languages. */
export const LOOKS = [
  ['laptop', LARGE_LAPTOP, 'light', 'en-US'],
  ['laptop', LARGE_LAPTOP, 'dark', 'zh-CN'],
  ['phone', PHONE, 'light', 'zh-CN'],
  ['phone', PHONE, 'dark', 'en-US'],
] as const;

/** Labels of the fields on the sign-in page. */
export const SIGN_IN_PAGE = {
  en: { email: 'Email', password: 'Password', submit: 'Sign in' },
  zh: { email: '邮箱', password: '密码', submit: '登录' },
};

/** A page of the server without scripts. A page of another origin would end the process of the browser's tab. */
const QUIET_PAGE = '/health/live';

/** A real Chromium. */
export class PanelBrowser {
  /**
   * Pages of visitors who have left, by the options that a page keeps. A new page takes twice as long: its process has
   * to start and to compile the panel's scripts.
   */
  private readonly idle = new Map<string, Page[]>();

  private constructor(private readonly browser: Browser) {}

  static async launch(): Promise<PanelBrowser> {
    const executablePath = process.env.TEST_CHROMIUM;
    if (!executablePath) throw new Error('TEST_CHROMIUM is not set; run the tests with npm test');
    return new PanelBrowser(await chromium.launch({ executablePath, args: ARGS }));
  }

  /**
   * Opens the panel's first page as a new visitor with separate cookies and storage.
   * @param session cookie of somebody who is signed in already, as `name=value`
   */
  async visit(
    url: string,
    { viewport = LAPTOP, colorScheme = 'light', ...kept }: BrowserContextOptions = {},
    session?: string,
  ): Promise<Visitor> {
    const page = this.idle.get(JSON.stringify(kept))?.pop() ?? (await this.newPage(kept));
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await emptyStorage(page, url, session);
    const visitor = new Visitor(page, url, kept);
    await visitor.open('/');
    return visitor;
  }

  private async newPage(options: BrowserContextOptions): Promise<Page> {
    const context = await this.browser.newContext({
      locale: 'en-US',
      permissions: ['clipboard-read', 'clipboard-write'],
      // The suites then need not wait for animations.
      reducedMotion: 'reduce',
      ...options,
    });
    await context.addInitScript(LONG_NOTIFICATIONS);
    await context.addInitScript(REPORT_PLACEHOLDERS);
    return context.newPage();
  }

  /** Ends a visit. A later visitor gets the page, with empty storage. */
  async release({ page, url, options }: Visitor): Promise<void> {
    if (page.isClosed()) return;
    for (const tab of page.context().pages()) if (tab !== page) await tab.close();
    page.removeAllListeners();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    try {
      await page.goto(url + QUIET_PAGE);
    } catch {
      // The server is stopped, or the page hangs.
      return page.context().close();
    }
    const key = JSON.stringify(options);
    this.idle.set(key, [...(this.idle.get(key) ?? []), page]);
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}

/** Empties cookies and storage of a page, except for the session of somebody who is signed in already. */
async function emptyStorage(page: Page, url: string, session: string | undefined): Promise<void> {
  const context = page.context();
  await context.clearCookies();
  // The panel's storage can be reached only from a page of its origin.
  await page.goto(url + QUIET_PAGE);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  if (session !== undefined) {
    const [name, value] = session.split('=', 2) as [string, string];
    await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }]);
    // The mark that the panel stores in the browser after a sign-in.
    await page.evaluate("localStorage.setItem('RaStoreLatchkey.signed_in', 'true')");
  }
}

/** A person working in the panel. */
export class Visitor {
  /** Errors that the browser reported. */
  readonly complaints: string[] = [];
  /** Requests that are not answered yet. */
  private readonly asked = new Set<Request>();
  /** Number of requests that were answered or failed. */
  private answered = 0;
  private readonly expectedStatuses = new Set<number>();
  private isServerAway = false;

  constructor(
    readonly page: Page,
    readonly url: string,
    /** Options that stay with the page. */
    readonly options: BrowserContextOptions = {},
  ) {
    page.setDefaultTimeout(60_000);
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type()) || TYPED_OVER.test(message.text())) return;
      if (this.isServerAway && message.text().includes('net::ERR_')) return;
      const status = /server responded with a status of (\d+)/.exec(message.text())?.[1];
      if (!this.expectedStatuses.has(Number(status))) {
        this.complaints.push(`${message.type()} on ${page.url()}: ${message.text()}`);
      }
    });
    page.on('request', (request) => this.asked.add(request));
    const answer = (request: Request) => {
      this.asked.delete(request);
      this.answered++;
    };
    page.on('requestfinished', answer);
    page.on('requestfailed', answer);
    page.on('pageerror', (error) => this.complaints.push(`exception on ${page.url()}: ${error.message}`));
  }

  /** From now on, ignores browser errors about responses with this status. */
  expectRefusal(status: number): void {
    this.expectedStatuses.add(status);
  }

  /** From now on, ignores browser errors about a server that does not answer. */
  expectServerAway(): void {
    this.isServerAway = true;
  }

  /** Opens a page of the panel by its path, such as `/cards`. */
  async open(path: string): Promise<void> {
    await this.page.goto(`${this.url}/admin/#${path}`);
    await this.settle();
  }

  /** Signs in on the sign-in page, in its current language. */
  async signIn(
    { email, password }: typeof OWNER = OWNER,
    words: typeof SIGN_IN_PAGE.en = SIGN_IN_PAGE.en,
  ): Promise<void> {
    await this.field(words.email).fill(email);
    await this.field(words.password).fill(password);
    await this.press(words.submit);
    await this.page.getByRole('button', { name: words.submit }).waitFor({ state: 'detached' });
    await this.settle();
  }

  /** Returns to the tab, whereupon the page reads its data again. */
  async comeBack(): Promise<void> {
    await this.page.evaluate("dispatchEvent(new Event('visibilitychange'))");
  }

  /** Signs in again in the dialog that appears when the session has ended. The address is already filled in. */
  async signInAgain({ password }: { password: string } = OWNER): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await this.settle();
  }

  /** Signs out in the account's menu. */
  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: /^Profile/ }).click();
    await this.page.getByRole('menuitem', { name: 'Logout' }).click();
  }

  /** Returns an input by its label, required or not. The open list of its options has the same label. */
  field(label: string): Locator {
    const name = new RegExp(`^${RegExp.escape(label)}(\\s\\*)?$`);
    return this.page.getByLabel(name).and(this.page.locator(':not([role="listbox"])'));
  }

  async press(button: string): Promise<void> {
    await this.page.getByRole('button', { name: button, exact: true }).click();
  }

  /** Clicks a link and waits for its page. */
  async follow(link: string): Promise<void> {
    await this.page.getByRole('link', { name: link, exact: true }).click();
    await this.settle();
  }

  /** Chooses an option of a list by the label of its field. */
  async choose(label: string, option: string): Promise<void> {
    await this.field(label).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }

  /** Filters a list by a text of one of the optional filters. */
  async addFilter(label: string, value: string): Promise<void> {
    await this.press('Add filter');
    await this.page.getByRole('menuitem', { name: label, exact: true }).click();
    await this.page.getByRole('textbox', { name: label, exact: true }).fill(value);
    await this.page.getByRole('button', { name: `${label}: ${value}`, exact: true }).waitFor();
  }

  /** Selects another value for a filter of a list. */
  async chooseFilter(label: string, choice: string): Promise<void> {
    await this.page.getByRole('button', { name: new RegExp(`^${label}: `) }).click();
    await this.page.getByRole('menuitemradio', { name: choice, exact: true }).click();
  }

  /** Saves a form and waits for a confirmation. */
  async save(): Promise<void> {
    const isChange = (response: Response) => response.request().method() !== 'GET';
    const [saved] = await Promise.all([this.page.waitForResponse(isChange), this.press('Save')]);
    if (!saved.ok()) throw new Error(`Saving was answered ${saved.status()}: ${await saved.text()}`);
    await this.notice(/^(Created|Saved) /).waitFor();
    await this.closeNotice();
    await this.settle();
  }

  /** Returns the notification with a text. */
  notice(text: string | RegExp): Locator {
    return this.page.locator('.MuiSnackbar-root').getByText(text).first();
  }

  /** Closes the notification, since the panel shows the next one only when it is gone. */
  async closeNotice(): Promise<void> {
    await this.page.evaluate('document.body.click()');
  }

  /** Switches the panel to another application. */
  async chooseApplication(name: string): Promise<void> {
    await this.page.getByRole('button', { name: /^Application: / }).click();
    await this.page.getByRole('option', { name, exact: true }).click();
    await this.settle();
  }

  /** Reveals the secret of the chosen application. */
  async revealSecret(): Promise<void> {
    await this.press('Reveal secret');
    await this.page.getByRole('button', { name: 'Hide secret' }).waitFor();
  }

  /** Copies the program currently shown on the page. */
  async copyProgram(): Promise<string> {
    await this.programBox().getByRole('button', { name: 'Copy', exact: true }).click();
    await this.page.getByText('Copied').waitFor();
    return this.page.evaluate<string>('navigator.clipboard.readText()');
  }

  /** The box with the program; its label is a file name. */
  private programBox() {
    return this.page.getByRole('group', { name: /\w\.\w+$/ }).locator('xpath=..');
  }

  async tab(name: string): Promise<void> {
    await this.page.getByRole('tab', { name, exact: true }).click();
  }

  /** Chooses an action from the menu of further actions. */
  async chooseAction(name: string): Promise<void> {
    await this.press('More actions');
    await this.page.getByRole('menuitem', { name, exact: true }).click();
  }

  /**
   * Confirms a dialog.
   * @param notice its notification, which disappears after some seconds
   */
  async confirm(notice?: string | RegExp): Promise<void> {
    await this.page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    if (notice) await this.notice(notice).waitFor();
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
    await this.settle();
  }

  /** Deletes the record of the page. */
  async deleteRecord(): Promise<void> {
    await this.press('Delete');
    await this.confirm(/^Deleted /);
  }

  /** Waits until no animation runs and no request was sent for a moment. Fails on a page that never settles. */
  async settle(): Promise<void> {
    const deadline = performance.now() + SETTLED_WITHIN_MS;
    for (let isQuiet = false; !isQuiet;) {
      if (performance.now() > deadline) throw new Error(`${this.page.url()} still loads or moves`);
      const { answered } = this;
      const isStill = await this.page.evaluate<boolean>(BECOMES_QUIET);
      isQuiet = isStill && this.asked.size === 0 && this.answered === answered;
    }
  }

  /** Switches the operating system to the other theme. Fails if the panel does not follow. */
  async useTheme(colorScheme: 'light' | 'dark'): Promise<void> {
    const background = () => this.page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const before = await background();
    await this.page.emulateMedia({ colorScheme });
    await eventually(async () => (await background()) !== before || undefined);
    await this.settle();
  }

  /**
   * Returns the visible faults of the page: violations found by axe, content beyond the right edge, untranslated words.
   * Takes a screenshot when enabled.
   * @param rules of axe; by default all
   */
  async faults(picture: string, rules?: string[]): Promise<string[]> {
    if (SCREENSHOTS) {
      mkdirSync(SCREENSHOTS, { recursive: true });
      await this.page.screenshot({ path: join(SCREENSHOTS, `${picture}.png`), fullPage: true });
    }
    const violations = await this.violations(rules ? { runOnly: rules } : {});
    const beyond = await this.page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    const words = await this.page.locator('body').innerText();
    return [
      ...violations,
      ...(beyond > 0 ? [`${beyond} pixels are beyond the right edge`] : []),
      ...(words.match(/\b(?:ra|panel|resources)\.[\w.-]+/g) ?? []),
    ];
  }

  /** Returns the violations that axe finds. Axe is loaded once per page: loading takes as long as a short run. */
  private async violations(options: RunOptions): Promise<string[]> {
    if (!(await this.page.evaluate<boolean>('"axe" in window'))) await this.page.evaluate(AXE);
    const { violations } = await this.page.evaluate<Pick<AxeResults, 'violations'>>(
      `axe.run(${JSON.stringify({ ...options, resultTypes: ['violations'] })}).then(({ violations }) => ({ violations }))`,
    );
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  }

  async leave(): Promise<void> {
    await this.page.context().close();
  }
}
