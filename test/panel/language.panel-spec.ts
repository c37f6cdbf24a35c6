import { beforeAll, expect, test } from '@jest/globals';
import { PanelApplication } from '../support/panel-application.js';
import { PanelSuite } from '../support/panel-suite.js';

const suite = new PanelSuite();

beforeAll(async () => {
  const shop = await PanelApplication.create(suite.api, 'Photo Editor');
  await shop.add('card-types', { name: 'Month', durationUnit: 'months', durationAmount: 1 });
});

test('selecting a language changes all texts in all tabs, and keeps typed texts and secrets shown once', async () => {
  const form = await suite.owner();
  await form.open('/applications/create');
  await form.field('Name').fill('Typed');
  const secret = await suite.newTab(form);
  await secret.open('/api-tokens/create');
  await secret.field('Name').fill('shop');
  await secret.press('Save');
  const dialog = secret.page.getByRole('dialog');
  const token = await dialog.getByLabel('API token').textContent();
  const list = await suite.newTab(form);
  await list.open('/card-types');
  await list.page.getByRole('columnheader', { name: 'Name' }).waitFor();
  const notifier = await suite.newTab(form);
  await notifier.open('/notifiers/create');
  await notifier.field('Name').fill('Typed');

  await form.press('简体中文');
  const expectTexts = async (name: string, menu: string, title: string) => {
    for (const { page } of [form, list, notifier])
      await page.getByRole('menuitem', { name: menu, exact: true }).waitFor();
    await list.page.getByRole('columnheader', { name }).waitFor();
    await dialog.getByRole('heading', { name: title }).waitFor();
    expect(await dialog.getByRole('textbox').first().inputValue()).toBe(token);
    for (const tab of [form, notifier]) expect(await tab.field(name).inputValue()).toBe('Typed');
  };
  await expectTexts('名称', '卡密', '令牌已创建');
  await list.press('English');
  await expectTexts('Name', 'Cards', 'Token created');
});
