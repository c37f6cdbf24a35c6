import { beforeAll, expect, test } from '@jest/globals';
import { PanelApplication } from '../support/panel-application.js';
import { PanelSuite } from '../support/panel-suite.js';

const suite = new PanelSuite();
let card: string;
let id: number;

beforeAll(async () => {
  const application = await PanelApplication.create(suite.api, 'Photo Editor');
  const type = await application.add('card-types', {
    name: 'Month',
    durationUnit: 'months',
    durationAmount: 1,
  });
  [card] = (await application.generate(type.id, 1)) as [string];
  ({ id } = (
    await suite.api.list<{ id: number }>('/cards', { filter: { applicationId: application.id } })
  ).body[0]!);
  for (let i = 0; i < 80; i++)
    await application.add('data', { scope: 'card', card, key: `k${i}`, value: '' });
  await application.add('data', { key: 'motd', value: 'Hello' });
});

test('the list shows the usage of the application, and the card’s page warns at 80 %', async () => {
  const owner = await suite.owner();
  await owner.open('/data');
  await owner.page.getByText('Shared data: 1 of 100,000 keys').waitFor();
  expect(await owner.page.getByText('would exceed a limit are refused with code 10523').count()).toBe(0);
  await owner.open(`/cards/${id}/show`);
  const warning = owner.page
    .getByRole('alert')
    .filter({ hasText: 'would exceed a limit are refused with code 10523' });
  await warning.getByText(`Data of card ${card}: 80 of 100 keys`).waitFor();
});
