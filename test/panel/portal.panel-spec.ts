import { beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { PanelApplication } from '../support/panel-application.js';
import { PHONE, type Visitor } from '../support/panel-browser.js';
import { PanelSuite } from '../support/panel-suite.js';

const MAX_BYTES = 100_000;

describe("The customer's page", () => {
  const suite = new PanelSuite();
  let shop: PanelApplication;
  let address: string;
  let cards: string[];
  beforeAll(async () => {
    shop = await PanelApplication.create(suite.api, 'Photo Editor', {
      portalEnabled: true,
      portalTitle: 'Photo Editor',
      portalContact: 'Telegram: @photo-editor\nMon–Fri 10–18',
      unbindPolicy: 'deduct_hours',
      unbindHours: 72,
      notice: 'Version 2 is out.',
    });
    const type = await shop.add('card-types', {
      name: 'Month',
      durationUnit: 'days',
      durationAmount: 30,
      maxDevices: 3,
      maxSessions: 2,
      unbindLimit: 6,
      uses: 100,
      offlineHours: 48,
    });
    await shop.add('versions', {
      channel: 'stable',
      version: '2.1.0',
      url: 'https://example.com/setup.exe',
      notice: 'Faster export',
      released: true,
    });
    cards = await shop.generate(type.id, 10);
    const { body } = await suite.api.get<{ portalSlug: string }>(`/applications/${shop.id}`);
    address = `${suite.server.url}/portal/${body.portalSlug}`;
  });

  async function visit(options?: BrowserContextOptions): Promise<Visitor> {
    const visitor = await suite.visit(options);
    // The page asks the server whether somebody is signed in already.
    visitor.expectRefusal(401);
    // All visitors share the address of this machine. After wrong tries from it, a sign-in requires a proof of work.
    visitor.expectRefusal(403);
    await visitor.page.goto(address);
    await visitor.settle();
    return visitor;
  }

  async function signIn({ page }: Visitor, card: string): Promise<void> {
    await page.getByLabel('Card key').fill(card);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
  }

  const device = (page: Page, name: string) =>
    page.getByRole('button', { name: `Free up the device ${name}` });

  it('frees a device after telling what it costs, and recharges', async () => {
    const card = cards[0]!;
    await shop.login(card, 'workstation-of-alice');
    const { token } = await shop.login(card, 'laptop-of-alice');
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, card);
    await page.getByText('Version 2 is out.').waitFor();
    expect(await page.getByText('100 of 100').count()).toBe(1);
    expect(await page.getByText('Online', { exact: true }).count()).toBe(2);
    expect(await page.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(
      'https://example.com/setup.exe',
    );
    await device(page, 'lap…ice').click();
    await page.getByText(/This costs 3 days: your licence then expires/).waitFor();
    await page.getByText('You can free 6 more devices, including this one.').waitFor();
    expect(await visitor.faults('portal-free')).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await device(page, 'lap…ice').click();
    await page.getByRole('button', { name: 'Free up the device', exact: true }).click();
    await page.getByText('The device was freed.').waitFor();
    expect(await shop.heartbeat(card, token)).toBe(10214);
    await device(page, 'lap…ice').waitFor({ state: 'detached' });
    await page.getByText('1 of 3').waitFor();

    await page.getByLabel('Key of the unused card').fill(` ${cards[1]!} `);
    await page.getByRole('button', { name: 'Recharge', exact: true }).click();
    await page.getByText('Recharged.').waitFor();
    await page.getByText('56 days left').waitFor();

    await page.getByRole('button', { name: 'End the session of work…lice' }).click();
    await page.getByText('Nobody is signed in to the software.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.reload();
    await page.getByLabel('Card key').waitFor();
  });

  it('shows the account as it is now after an action that was refused', async () => {
    const card = cards[2]!;
    const { token } = await shop.login(card, 'laptop-of-alice');
    const visitor = await visit();
    visitor.expectRefusal(404);
    const { page } = visitor;
    await signIn(visitor, card);
    await shop.client.post('/card/logout', { card, token });
    await page.getByRole('button', { name: 'End the session of lap…ice' }).click();
    await page.getByText('This session has already ended.').waitFor();
    await page.getByText('Nobody is signed in to the software.').waitFor();
  });

  it('does not act on a card that another tab has signed in with, and offers a reload', async () => {
    const [shown, other, unused] = [cards[7]!, cards[8]!, cards[9]!];
    for (const card of [shown, other]) await shop.login(card, 'laptop-of-alice');
    const visitor = await visit();
    visitor.expectRefusal(409);
    const { page } = visitor;
    await signIn(visitor, shown);
    const { page: tab } = await suite.newTab(visitor);
    await tab.goto(address);
    await tab.getByRole('button', { name: 'Sign out' }).click();
    // Until the page is signed out, it contains another field with this label.
    await tab.getByRole('button', { name: 'Sign in' }).waitFor();
    await tab.getByLabel('Card key').fill(other);
    await tab.getByRole('button', { name: 'Sign in' }).click();
    await tab.getByText(`${other.slice(0, 4)}…${other.slice(-4)}`).waitFor();
    const changed = page.getByText('You signed in to another account in another tab. Reload the page.');
    await page.getByLabel('Key of the unused card').fill(unused);
    // After a request that failed, the page reads the account, which is the other one by now.
    visitor.expectServerAway();
    await page.route('**/recharge', (route) => route.abort());
    await page.getByRole('button', { name: 'Recharge', exact: true }).click();
    await changed.waitFor();
    await page.getByText(`${shown.slice(0, 4)}…${shown.slice(-4)}`).waitFor();
    await page.unroute('**/recharge');
    const refused = page.waitForResponse('**/recharge');
    await page.getByRole('button', { name: 'Recharge', exact: true }).click();
    expect((await refused).status()).toBe(409);
    await changed.waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByText(`${other.slice(0, 4)}…${other.slice(-4)}`).waitFor();
    await page.getByLabel('Key of the unused card').fill(unused);
    await page.getByRole('button', { name: 'Recharge', exact: true }).click();
    await page.getByText('Recharged.').waitFor();
  });

  it('stays signed in, and says so, when signing out fails', async () => {
    const visitor = await visit();
    visitor.expectServerAway();
    const { page } = visitor;
    await signIn(visitor, cards[3]!);
    await page.route('**/sign-out', (route) => route.abort());
    const signOut = page.getByRole('button', { name: 'Sign out' });
    await signOut.click();
    await page.getByText('No connection to the server. Check your network and try again.').waitFor();
    await page.unroute('**/sign-out');
    await signOut.click();
    await page.getByLabel('Card key').waitFor();
  });

  it('says so when the browser keeps no cookie', async () => {
    const visitor = await visit();
    const { page } = visitor;
    await page.route('**/sign-in', async (route) => {
      const request = route.request();
      const sent = { method: 'POST', headers: request.headers(), body: request.postData() };
      const answer = await fetch(request.url(), sent);
      await route.fulfill({ status: answer.status, json: await answer.json() });
    });
    await page.getByLabel('Card key').fill(cards[6]!);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Your browser did not keep the cookie').waitFor();
  });

  it('breaks a long card type on a phone', async () => {
    const type = await shop.add('card-types', {
      name: 'X'.repeat(50),
      durationUnit: 'days',
      durationAmount: 30,
      unbindLimit: 6,
    });
    const [card] = await shop.generate(type.id, 1);
    const visitor = await visit({ viewport: PHONE });
    await signIn(visitor, card!);
    await visitor.page.getByText('X'.repeat(50)).waitFor();
    expect(await visitor.faults('portal-long-type-phone')).toEqual([]);
  });

  it('sets an unbind password, and asks for it', async () => {
    const card = cards[2]!;
    await shop.login(card, 'my-only-device');
    const visitor = await visit();
    visitor.expectRefusal(409);
    const { page } = visitor;
    await signIn(visitor, card);
    await page.getByText('Not set').click();
    await page.getByLabel(/New unbind password/).fill('secret1');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The unbind password was saved.').waitFor();
    await device(page, 'my-…ice').click();
    const password = page.getByLabel('Unbind password', { exact: true });
    await password.fill('secret2');
    await page.getByRole('button', { name: 'Free up the device', exact: true }).click();
    await page.getByText('The unbind password is wrong.').waitFor();
    await password.fill('secret1');
    await page.getByRole('button', { name: 'Free up the device', exact: true }).click();
    await page.getByText('The device was freed.').waitFor();
  });

  it('fetches an offline ticket', async () => {
    const visitor = await visit();
    visitor.expectRefusal(409);
    const { page } = visitor;
    await signIn(visitor, cards[3]!);
    await page.getByText('Use without internet').click();
    await page.getByLabel('Request code').fill('nonsense');
    await page.getByRole('button', { name: 'Get ticket' }).click();
    await page.getByText(/This is not a request code of this software/).waitFor();
  });

  it('does the work that the server demands after wrong tries', async () => {
    const visitor = await visit();
    const { page } = visitor;
    // The tests use the address of this machine, which other clients share.
    for (let i = 0; i < 4; i++) {
      await page.getByLabel('Card key').fill(`WRONG-${i}`);
      const answered = page.waitForResponse(
        (response) => response.url().endsWith('/sign-in') && response.status() === 401,
      );
      await page.getByRole('button', { name: 'Sign in' }).click();
      await answered;
      await page.getByText(/No such card/).waitFor();
    }
    await signIn(visitor, cards[4]!);
  });

  it.each([
    ['phone', { viewport: PHONE, colorScheme: 'light' }],
    ['small phone in the dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
    ['laptop', { colorScheme: 'light' }],
    ['laptop in the dark', { colorScheme: 'dark' }],
  ] as const)('has no fault on a %s, in both languages', async (name, options) => {
    const card = cards[5]!;
    await shop.login(card, 'workstation-of-alice');
    await shop.login(card, 'desktop-2b61f0c8-93d5-4f4e-b1d4-0c2f8e8f2f8d');
    const visitor = await visit(options);
    const { page } = visitor;
    const picture = name.replaceAll(' ', '-');
    expect(await visitor.faults(`portal-sign-in-${picture}`)).toEqual([]);
    await signIn(visitor, card);
    await page.getByText('Use without internet').click();
    await device(page, 'work…lice').click();
    expect(await visitor.faults(`portal-account-${picture}`)).toEqual([]);
    await page.getByLabel('Language').selectOption('zh-CN');
    await page.getByText('扣除后').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
    expect(await visitor.faults(`portal-account-zh-${picture}`)).toEqual([]);
    // No word of the other language remains.
    const text = (await page.locator('main').innerText()).replaceAll(
      /[\w.-]*…[\w.-]*|Version 2 is out\.|Month|2\.1\.0|Faster export/g,
      '',
    );
    expect(text.match(/[A-Za-z]{3,}/g) ?? []).toEqual([]);
  });

  it('speaks the language of the browser', async () => {
    const { page } = await visit({ locale: 'zh-CN' });
    await page.getByRole('heading', { name: '管理我的授权' }).waitFor();
  });

  it('is worked by the keyboard alone', async () => {
    const card = cards[6]!;
    await shop.login(card, 'keyboard-device');
    const { page } = await visit();
    await page.getByLabel('Card key').focus();
    await page.keyboard.type(card);
    await page.keyboard.press('Enter');
    const free = device(page, 'key…ice');
    await free.waitFor();
    await free.focus();
    await page.keyboard.press('Enter');
    await page.getByText(/This costs 3 days/).waitFor();
    // The focus is in the dialog that has opened.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('The device was freed.').waitFor();
  });

  it(`is less than ${MAX_BYTES} bytes on the wire and loads nothing from elsewhere`, async () => {
    const visitor = await suite.visit();
    visitor.expectRefusal(401);
    const { page } = visitor;
    const loaded: number[] = [];
    const origins = new Set<string>();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => loaded.push(encodedDataLength));
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    await page.goto(address);
    await visitor.settle();
    const bytes = loaded.reduce((sum, length) => sum + length, 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(MAX_BYTES);
    expect([...origins]).toEqual([new URL(address).origin]);
  });
});
