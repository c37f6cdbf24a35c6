import { expect, test } from '@jest/globals';
import { PanelApplication } from '../support/panel-application.js';
import { PanelSuite } from '../support/panel-suite.js';
import { zoneAtNoon } from '../support/zone-at-noon.js';

const suite = new PanelSuite();

/** The first day of a new owner, from an empty server to a client whose session was ended. */
test('the panel leads from the first sign-in to the first login, which it shows and can end', async () => {
  // Otherwise midnight could come between a refusal and the display of today's refusals.
  const owner = await suite.visit({ timezoneId: zoneAtNoon() });
  const { page } = owner;
  await owner.signIn();
  await owner.field('Name of your software').fill('Photo Editor');
  await owner.press('Create');
  await page.getByText('Run this example').waitFor();
  await page.getByRole('button', { name: 'Hide secret' }).waitFor();
  const program = await owner.copyProgram();
  const { body: applications } = await suite.api.list<{ id: number; appKey: string }>('/applications');
  const { body: types } = await suite.api.list<{ name: string }>('/card-types');
  const { body: cards } = await suite.api.list<{ card: string }>('/cards', { sort: ['id', 'ASC'] });
  expect(types.map(({ name }) => name)).toEqual(['1 month']);
  expect(cards).toHaveLength(10);
  const { card } = cards[0]!;
  const { body: secret } = await suite.api.post<{ appSecret: string }>(
    `/applications/${applications[0]!.id}/reveal-secret`,
    {},
  );
  for (const words of [applications[0]!.appKey, secret.appSecret, card]) expect(program).toContain(words);

  await page.getByText('Waiting for the first login…').waitFor();
  const application = await PanelApplication.existing(suite.api, applications[0]!.id);
  // A refused request shows the reason.
  await application.login('NO-SUCH-CARD', 'PC-1');
  await page.getByText('A request arrived and was refused: 10218').waitFor();
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

test('every page says what a new owner has to do first', async () => {
  const empty = await suite.visit();
  await empty.signIn();
  for (const { id } of (await suite.api.list<{ id: number }>('/applications')).body) {
    await suite.api.edit(`/applications/${id}`, { enabled: false });
    expect(await suite.api.delete(`/applications/${id}`)).toMatchObject({ status: 200 });
  }
  for (const path of ['/sessions', '/cards/create', '/variables/create', '/integration']) {
    await empty.open(path);
    await empty.page.getByText('There is no application yet.').waitFor();
  }
  const { id } = await PanelApplication.create(suite.api, 'Without types');
  expect(id).toBeGreaterThan(0);
  await empty.page.reload();
  await empty.open('/cards/create');
  await empty.page.getByText('There is no card type yet.').waitFor();
  await empty.page.getByRole('main').getByRole('link', { name: 'Create a card type' }).waitFor();
  await empty.open('/');
  await empty.press('Create');
  await empty.page.getByText('Run this example').waitFor();
});
