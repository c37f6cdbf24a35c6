import { expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import { AdminClient, OWNER } from '../support/admin-client.js';
import { newAccount } from '../support/admin-fixtures.js';
import { PanelSuite } from '../support/panel-suite.js';
import { eventually } from '../support/server-process.js';

const suite = new PanelSuite();
const PERIOD_MS = 30_000;

test('language and theme are remembered after a reload, and the page declares its language', async () => {
  const owner = await suite.owner({ colorScheme: 'light' });
  const { page } = owner;
  const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  const language = () => page.evaluate<string>('document.documentElement.lang');
  const light = await background();
  await owner.press('Toggle light/dark mode');
  await eventually(async () => (await background()) !== light || undefined);
  await owner.press('简体中文');
  await page.getByRole('menuitem', { name: '卡密', exact: true }).waitFor();

  await page.reload();
  await page.getByRole('menuitem', { name: '卡密', exact: true }).waitFor();
  await expect(language()).resolves.toBe('zh-CN');
  await expect(background()).resolves.not.toBe(light);
});

test('two-factor authentication can be set up, is required, and accepts a recovery code', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/account');
  await owner.press('Set up two-factor authentication');
  await page
    .getByRole('dialog')
    .getByLabel(/password/i)
    .first()
    .fill(OWNER.password);
  await page.getByRole('dialog').getByRole('button').last().click();
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
  const key = (await page.getByRole('dialog').locator('code').textContent())!.replaceAll(' ', '');
  const totp = new TOTP({ secret: key });
  await owner.field('Code from the app').fill(totp.generate());
  await owner.press('Turn on');
  const codes = (await page.getByLabel('Recovery codes').last().textContent())!.trim().split(/\s+/);
  expect(codes.length).toBeGreaterThanOrEqual(8);
  await owner.press('I have saved the codes');
  await page
    .getByText('Sign-in requires your password and a one-time password from your authenticator app.')
    .waitFor();

  const visitor = await suite.visit();
  visitor.expectRefusal(401);
  await visitor.field('Email').fill(OWNER.email);
  await visitor.field('Password').fill(OWNER.password);
  await visitor.press('Sign in');
  await visitor.page.getByText('Enter the one-time password from your authenticator app.').waitFor();
  const code = visitor.field('One-time password or recovery code');
  const valid = new Set(
    [-2, -1, 0, 1, 2].map((n) => totp.generate({ timestamp: Date.now() + n * PERIOD_MS })),
  );
  await code.fill(
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((one) => !valid.has(one))!,
  );
  await visitor.press('Sign in');
  await visitor.page.getByText('This code is wrong or has already been used').waitFor();
  // A code works only once, so this is the next code, as a phone with a slightly fast clock would show.
  await code.fill(totp.generate({ timestamp: Date.now() + PERIOD_MS }));
  await visitor.press('Sign in');
  await visitor.page.getByRole('menuitem', { name: 'Overview' }).waitFor();

  const later = await suite.visit();
  later.expectRefusal(401);
  await later.field('Email').fill(OWNER.email);
  await later.field('Password').fill(OWNER.password);
  await later.press('Sign in');
  await later.field('One-time password or recovery code').fill(codes[0]!);
  await later.press('Sign in');
  await later.page.getByRole('menuitem', { name: 'Overview' }).waitFor();

  await later.open('/variables');
  await suite.endSessions();
  await later.comeBack();
  await later.field('Password').fill(OWNER.password);
  await later.press('Sign in');
  await later.field('One-time password or recovery code').fill(codes[1]!);
  await later.press('Sign in');
  await later.page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('a new password ends the other sessions, which then disappear from the page', async () => {
  const account = await newAccount(suite.api, 'viewer');
  await new AdminClient(suite.server.url).signIn(account.email, account.password);
  const visitor = await suite.visit();
  await visitor.signIn(account);
  await visitor.open('/account');
  const ofOthers = visitor.page.getByRole('button', { name: /^End: / });
  await ofOthers.waitFor();
  const password = 'an entirely new one';
  await visitor.field('Current password').fill(account.password);
  await visitor.field('New password').fill(password);
  await visitor.field('Repeat the new password').fill(password);
  await visitor.press('Change the password');
  await visitor.notice('Password changed').waitFor();
  await ofOthers.waitFor({ state: 'detached' });
  await visitor.page.getByText('This session', { exact: true }).waitFor();
});

test('a wrong password is reported', async () => {
  const visitor = await suite.visit();
  visitor.expectRefusal(401);
  await visitor.field('Email').fill('nobody@example.com');
  await visitor.field('Password').fill('something else');
  await visitor.press('Sign in');
  await visitor.page.getByText('The email address or the password is wrong.').waitFor();
});

test('signing out ends the session and shows the sign-in page again', async () => {
  const owner = await suite.owner();
  await owner.signOut();
  await owner.page.getByRole('button', { name: 'Sign in' }).waitFor();
  await owner.settle();
  // The API client uses the same session as the panel.
  expect(await suite.api.get('/auth/me')).toMatchObject({ status: 401 });
});
