import { beforeAll, expect, test } from '@jest/globals';
import { PanelApplication } from '../support/panel-application.js';
import { PanelSuite } from '../support/panel-suite.js';

const suite = new PanelSuite();
let shop: PanelApplication;

beforeAll(async () => {
  shop = await PanelApplication.create(suite.api, 'Photo Editor');
});

test('what is selected of one application is not acted upon while one works on another', async () => {
  const other = await PanelApplication.create(suite.api, 'Music Player');
  await shop.add('variables', { key: 'of_the_shop', value: '1' });
  await other.add('variables', { key: 'of_the_other', value: '1' });
  const owner = await suite.owner();
  const { page } = owner;
  await owner.chooseApplication('Photo Editor');
  await owner.open('/variables');
  await page.getByRole('row', { name: /of_the_shop/ }).getByRole('checkbox').check();
  await page.getByText('1 item selected').waitFor();

  await owner.chooseApplication('Music Player');
  await page.getByRole('link', { name: 'of_the_other' }).waitFor();
  await expect(page.getByText('1 item selected').count()).resolves.toBe(0);
  await owner.chooseApplication('Photo Editor');
  await page.getByText('1 item selected').waitFor();
});
