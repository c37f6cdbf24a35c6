import { expect, test } from '@jest/globals';
import { PanelApplication } from '../support/panel-application.js';
import { PanelSuite } from '../support/panel-suite.js';

const suite = new PanelSuite();

/** The first day of a new owner, from an empty server to a client whose session was ended. */
test('the panel leads from the first sign-in to the first login, which it shows and can end', async () => {
  const owner = await suite.visit();
  const { page } = owner;
  await owner.signIn();

  // Every page says what the owner has to do first.
  for (const path of ['/sessions', '/cards/create', '/variables/create', '/integration']) {
    await owner.open(path);
    await page.getByText('There is no application yet.').waitFor();
  }
  await owner.open('/');
  await owner.follow('Create an application');
  await owner.field('Name').fill('Photo Editor');
  await owner.save();

  await owner.open('/cards/create');
  await page.getByText('No card type yet.').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Create a card type' }).waitFor();
  await owner.open('/');
  await owner.follow('Create a card type');
  await owner.field('Name').fill('Month');
  await owner.save();

  await owner.open('/');
  await owner.follow('Generate cards');
  await owner.choose('Card type', 'Month');
  await owner.press('Generate');
  await page.getByText('10 cards created').waitFor();

  await owner.open('/');
  await owner.follow('Show examples');
  await owner.revealSecret();
  const { body: applications } = await suite.api.list<{ id: number; appKey: string }>('/applications');
  await expect(owner.copyProgram()).resolves.toContain(applications[0]!.appKey);

  await owner.open('/');
  await page.getByText('Wait for the first login').waitFor();
  const application = await PanelApplication.existing(suite.api, applications[0]!.id);
  const { body: cards } = await suite.api.list<{ card: string }>('/cards');
  const { card } = cards[0]!;
  const { code, token } = await application.login(card, 'PC-1');
  expect(code).toBe(0);
  await page.getByText('A client has logged in').waitFor();

  await owner.open('/sessions');
  await page.getByRole('link', { name: card }).waitFor();
  await expect(application.heartbeat(card, token)).resolves.toBe(0);
  await owner.press('Kick');
  await page.getByRole('link', { name: card }).waitFor({ state: 'detached' });
  await expect(application.heartbeat(card, token)).resolves.toBe(10214);
});
