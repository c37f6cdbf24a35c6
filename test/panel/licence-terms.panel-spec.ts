import { beforeAll, expect, test } from '@jest/globals';
import { PanelApplication } from '../support/panel-application.js';
import { PanelSuite } from '../support/panel-suite.js';

const suite = new PanelSuite();
let shop: PanelApplication;

beforeAll(async () => {
  shop = await PanelApplication.create(suite.api, 'Photo Editor', { defaultUnbindLimit: 4 });
});

test('a card is sold with uses and offline hours, and its uses are changed', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/card-types/create');
  await owner.field('Name').fill('Hundred pictures');
  await owner.field('Uses').fill('100');
  await owner.field('Offline hours').fill('72');
  await owner.save();
  const { body: types } = await suite.api.list<{ id: number }>('/card-types', {
    filter: { applicationId: shop.id },
  });
  expect(types).toMatchObject([
    { name: 'Hundred pictures', unbindLimit: 4, uses: 100, usesPeriod: 'none', offlineHours: 72 },
  ]);

  const [card] = await shop.generate(types[0]!.id, 1);
  const { token } = await shop.login(card!, 'PC 1');
  const consume = (amount: string) =>
    shop.client.post('/card/consume', { card: card!, token, amount, request_id: `of ${amount}` });
  await expect(consume('30')).resolves.toMatchObject({ code: 0, result: { uses_left: 70 } });
  const ticket = await shop.client.post('/card/ticket', { card: card!, token });
  expect(ticket).toMatchObject({ code: 0 });

  await owner.open('/cards');
  await page.getByText(card!, { exact: true }).first().click();
  await page.getByText('70 of 100 left').waitFor();
  await page.getByText('30 uses consumed, 70 left').waitFor();
  const until = new Date(Number(ticket.result!.ticket_expires_ts) * 1000);
  await page.getByRole('row', { name: /PC 1/ }).getByText(String(until.getFullYear())).first().waitFor();

  await owner.chooseAction('Set uses');
  await owner.field('Uses left').fill('5');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('5 of 100 left').waitFor();
  await expect(consume('6')).resolves.toMatchObject({ code: 10219 });
  await owner.chooseAction('Add uses');
  await owner.field('Uses to add').fill('10');
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await page.getByText('15 of 110 left').waitFor();
  await expect(consume('15')).resolves.toMatchObject({ code: 0, result: { uses_left: 0 } });
});

test('changed terms of a type are applied to its unused cards, and to no other', async () => {
  const type = await shop.add('card-types', { name: 'Week', durationUnit: 'days', durationAmount: 7 });
  const [used, ...unused] = await shop.generate(type.id, 3);
  expect(await shop.login(used!, 'PC 1')).toMatchObject({ code: 0 });
  const devices = async () => {
    const filter = { cardTypeId: type.id };
    const { body } = await suite.api.list('/cards', { filter, sort: ['id', 'ASC'] });
    return body.map(({ card, maxDevices }) => [card, maxDevices]);
  };
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/card-types');
  await owner.follow('Week');
  await owner.field('Devices').fill('4');
  await owner.save();
  expect(await devices()).toEqual([used, ...unused].map((card) => [card, 1]));

  await owner.open('/card-types');
  await owner.follow('Week');
  await page.getByLabel('Also change the 2 unused cards of this type').check();
  await owner.press('Save');
  await page.getByText('2 cards changed').waitFor();
  expect(await devices()).toEqual([[used, 1], ...unused.map((card) => [card, 4])]);

  const none = await shop.add('card-types', { name: 'Nobody', durationUnit: 'days', durationAmount: 7 });
  await owner.open(`/card-types/${none.id}`);
  await page.getByText('Existing cards keep their terms').waitFor();
  expect(await page.getByText('unused card').count()).toBe(0);
});

test('a new card type has the application’s default unbind limit, unless it is cleared', async () => {
  const owner = await suite.owner();
  await owner.open('/card-types/create');
  await owner.field('Name').fill('Free to move');
  expect(await owner.field('Unbinds allowed').inputValue()).toBe('4');
  await owner.field('Unbinds allowed').fill('');
  await owner.save();
  const { body: types } = await suite.api.list('/card-types', { filter: { name: 'Free to move' } });
  expect(types).toMatchObject([{ unbindLimit: null }]);
});
