import { AxeBuilder } from '@axe-core/playwright';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
  type Response,
} from 'playwright-core';
import { OWNER } from './admin-client.js';

/** Where pages are kept as pictures for people to look at, when they are asked for: `npm run screenshots`. */
const SCREENSHOTS = process.env.TEST_SCREENSHOTS && join(import.meta.dirname, '../../screenshots');

const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Chromium refuses to run its own sandbox as root, which is who runs tests in containers.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** What the router says of every address that is typed, as tests do, over a page with a form that asks before it is left. */
const TYPED_OVER = /^You are trying to use a blocker on a POP navigation/;

/** How long it is quiet before a page counts as loaded. */
const QUIET_MS = 120;
const LOOK_EVERY_MS = 20;
const SETTLED_WITHIN_MS = 120_000;
/** It loads something, or moves; what moves for ever does not count. */
const IS_MOVING = `document.querySelector('.MuiCircularProgress-root') !== null || document.getAnimations().some(({ playState, effect }) =>
  playState === 'running' && effect.getComputedTiming().endTime !== Infinity)`;

const LAPTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** What the sign-in page calls its fields. */
export const SIGN_IN_PAGE = {
  en: { email: 'E-mail', password: 'Password', submit: 'Sign in' },
  zh: { email: '邮箱', password: '密码', submit: '登录' },
};

/** A real Chromium. */
export class PanelBrowser {
  private constructor(private readonly browser: Browser) {}

  static async launch(): Promise<PanelBrowser> {
    const executablePath = process.env.TEST_CHROMIUM;
    if (!executablePath) throw new Error('TEST_CHROMIUM is not set; run the tests with npm test');
    return new PanelBrowser(await chromium.launch({ executablePath, args: ARGS }));
  }

  /**
   * A new visitor, with cookies and storage of their own, at the panel's first page.
   * @param session cookie of somebody who is signed in already, as `name=value`
   */
  async visit(url: string, options: BrowserContextOptions = {}, session?: string): Promise<Visitor> {
    const context = await this.browser.newContext({
      viewport: LAPTOP,
      locale: 'en-US',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    if (session !== undefined) {
      const [name, value] = session.split('=', 2) as [string, string];
      await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }]);
      // What the panel remembers of somebody who signed in here.
      await context.addInitScript("localStorage.setItem('RaStoreLatchkey.signed_in', 'true')");
    }
    const visitor = new Visitor(await context.newPage(), url);
    await visitor.open('/');
    return visitor;
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}

/** Somebody who works in the panel. */
export class Visitor {
  /** What the browser complained about. */
  readonly complaints: string[] = [];
  /** Requests that were not answered yet. */
  private asked = 0;
  private readonly expectedStatuses = new Set<number>();

  constructor(
    readonly page: Page,
    private readonly url: string,
  ) {
    page.setDefaultTimeout(30_000);
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type()) || TYPED_OVER.test(message.text())) return;
      const status = /server responded with a status of (\d+)/.exec(message.text())?.[1];
      if (!this.expectedStatuses.has(Number(status))) {
        this.complaints.push(`${message.type()} on ${page.url()}: ${message.text()}`);
      }
    });
    page.on('request', () => this.asked++);
    page.on('requestfinished', () => this.asked--);
    page.on('requestfailed', () => this.asked--);
    page.on('pageerror', (error) => this.complaints.push(`exception on ${page.url()}: ${error.message}`));
  }

  /** The browser itself tells of every refused request; from now on, those with this status are meant to be. */
  expectRefusal(status: number): void {
    this.expectedStatuses.add(status);
  }

  /** Goes to a page of the panel by its address, such as `/cards`. */
  async open(path: string): Promise<void> {
    await this.page.goto(`${this.url}/admin/#${path}`);
    await this.settle();
  }

  /** On the sign-in page, in the language that it is in. */
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

  /** An input by its label, whether it is required or not. */
  field(label: string): Locator {
    return this.page.getByLabel(new RegExp(`^${label}(\\s\\*)?$`));
  }

  async press(button: string): Promise<void> {
    await this.page.getByRole('button', { name: button, exact: true }).click();
  }

  /** Clicks on a link and waits for its page. */
  async follow(link: string): Promise<void> {
    await this.page.getByRole('link', { name: link, exact: true }).click();
    await this.settle();
  }

  /** Chooses from a list by the label of its field. */
  async choose(label: string, option: string): Promise<void> {
    await this.field(label).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }

  /** Filters a list by one of the filters that are not always there. */
  async addFilter(label: string, value: string): Promise<void> {
    await this.press('Add filter');
    await this.page.getByRole('menuitemcheckbox', { name: label, exact: true }).click();
    await this.page.getByRole('textbox', { name: label, exact: true }).fill(value);
  }

  /** Saves a form and waits until the panel says that it is saved. It may still say so of an earlier one. */
  async save(): Promise<void> {
    const isChange = (response: Response) => response.request().method() !== 'GET';
    const [saved] = await Promise.all([this.page.waitForResponse(isChange), this.press('Save')]);
    if (!saved.ok()) throw new Error(`Saving was answered ${saved.status()}: ${await saved.text()}`);
    await this.page.getByText(/^Element (created|updated)$/).waitFor();
    await this.settle();
  }

  /** Makes the panel be about another application. */
  async chooseApplication(name: string): Promise<void> {
    await this.page.getByRole('banner').getByRole('combobox', { name: 'Application' }).click();
    await this.page.getByRole('option', { name, exact: true }).click();
    await this.settle();
  }

  /** Makes the secret of the chosen application appear. */
  async revealSecret(): Promise<void> {
    await this.press('Reveal secret');
    await this.page.getByRole('button', { name: 'Hide secret' }).waitFor();
  }

  /** Copies the program on the page, as it stands there now. */
  async copyProgram(): Promise<string> {
    await this.page.getByRole('button', { name: 'Copy' }).last().click();
    await this.page.getByText('Copied').waitFor();
    return this.page.evaluate<string>('navigator.clipboard.readText()');
  }

  async tab(name: string): Promise<void> {
    await this.page.getByRole('tab', { name, exact: true }).click();
  }

  /** Says yes to what the panel asks to be sure. */
  async confirm(): Promise<void> {
    await this.page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
    await this.settle();
  }

  /** Deletes the record of the page. */
  async deleteRecord(): Promise<void> {
    await this.press('Delete');
    await this.confirm();
    await this.page.getByText('Element deleted').waitFor();
  }

  /** Waits until nothing on the page moves and nothing has been asked of the server for a moment; not for ever. */
  async settle(): Promise<void> {
    const deadline = performance.now() + SETTLED_WITHIN_MS;
    for (let quietMs = 0; quietMs < QUIET_MS && performance.now() < deadline; quietMs += LOOK_EVERY_MS) {
      // A page that is not looked at may never be told that it is idle.
      await this.page.evaluate('new Promise((done) => requestIdleCallback(done, { timeout: 500 }))');
      await setTimeout(LOOK_EVERY_MS);
      if (this.asked > 0 || (await this.page.evaluate<boolean>(IS_MOVING))) quietMs = 0;
    }
  }

  /**
   * Whatever is wrong with the page by its looks: what axe finds, what is beyond its right edge, words that were not
   * translated. Keeps a picture of it, when pictures are asked for.
   */
  async faults(picture: string): Promise<string[]> {
    if (SCREENSHOTS) {
      mkdirSync(SCREENSHOTS, { recursive: true });
      await this.page.screenshot({ path: join(SCREENSHOTS, `${picture}.png`), fullPage: true });
    }
    // The panel has no frames; for what is in them axe would open another page each time.
    const { violations } = await new AxeBuilder({ page: this.page }).setLegacyMode().analyze();
    const beyond = await this.page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    const words = await this.page.locator('body').innerText();
    return [
      ...violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`)),
      ...(beyond > 0 ? [`${beyond} pixels are beyond the right edge`] : []),
      ...(words.match(/\b(?:ra|panel|resources)\.[\w.-]+/g) ?? []),
    ];
  }

  async leave(): Promise<void> {
    await this.page.context().close();
  }
}
