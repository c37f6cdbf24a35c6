import { beforeAll, expect, test } from '@jest/globals';
import { SystemClock } from '@app/platform';
import { AcgClient } from '../support/acg-client.js';
import { DujiaoClient } from '../support/dujiao-client.js';
import { PanelApplication } from '../support/panel-application.js';
import { PanelSuite } from '../support/panel-suite.js';

const suite = new PanelSuite();

beforeAll(async () => {
  await PanelApplication.create(suite.api, 'Photo Editor');
});

test.each([
  ['acg-faka', 'Merchant ID (商户ID)', connectsToAcg],
  ['dujiao-next', 'API Key', connectsToDujiao],
] as const)(
  'a channel for %s shows its id and key, and what to type into the shop',
  async (kind, label, connects) => {
    const owner = await suite.owner();
    const { page } = owner;
    const dialog = page.getByRole('dialog');
    await owner.open('/channels/create');
    await owner.field('Name').fill(kind);
    await owner.choose('Protocol', kind);
    await owner.press('Save');
    const key = await dialog.getByLabel('Key of the channel').inputValue();
    const id = await dialog.getByRole('group', { name: 'ID of the channel' }).innerText();
    await expect(connects(id, key)).resolves.toBe(true);
    await owner.press('I have saved it');
    // The page that the shop's administrator reads.
    await page.getByRole('group', { name: label }).getByText(id, { exact: true }).waitFor();
    await page.getByText(suite.server.url, { exact: true }).waitFor();
    await expect(page.getByText(key).count()).resolves.toBe(0);

    await owner.press('Replace key');
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    const next = await dialog.getByLabel('Key of the channel').inputValue();
    await owner.press('I have saved it');
    await expect(connects(id, key)).resolves.toBe(false);
    await expect(connects(id, next)).resolves.toBe(true);
  },
);

async function connectsToAcg(id: string, key: string): Promise<boolean> {
  return (await new AcgClient(suite.server.url, id, key).post('/authentication/connect')).code === 200;
}

async function connectsToDujiao(id: string, key: string): Promise<boolean> {
  const client = new DujiaoClient(suite.server.url, id, key, new SystemClock());
  return (await client.send('POST', '/ping')).status === 200;
}
