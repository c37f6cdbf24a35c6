import { beforeAll, expect, test } from '@jest/globals';
import { PanelApplication } from '../support/panel-application.js';
import { PanelSuite } from '../support/panel-suite.js';
import { eventually } from '../support/server-process.js';

const suite = new PanelSuite();
let shop: PanelApplication;

beforeAll(async () => {
  shop = await PanelApplication.create(suite.api, 'Photo Editor');
});

test('a function is written, tried, saved, changed, restored and deleted', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  const source = page.getByRole('textbox', { name: 'Source' });
  await owner.open('/functions/create');
  await owner.field('Name').fill('add');
  await source.fill('function add(a, b) {\n  console.log("adding");\n  return a + b;\n}');
  await owner.field('Parameters (JSON array)').fill('[2, 3]');
  await owner.press('Run');
  await page.getByText('Succeeded').waitFor();
  await page.getByRole('region', { name: 'Test run' }).getByText('5', { exact: true }).waitFor();
  await page.getByText('adding', { exact: true }).waitFor();
  // The previous result came from a different source, so it is hidden.
  await source.fill('function add(a, b) {\n  return a + b;\n}');
  await page.getByText('Succeeded').waitFor({ state: 'detached' });
  await owner.save();
  await expect(call('[2, 3]')).resolves.toBe('5');

  await source.fill('function sum(a, b) { return a + b; }');
  owner.expectRefusal(422);
  await owner.press('Save');
  await page.getByText(/does not define a function named add/).waitFor();

  await source.fill('function add(a, b) { return a +; }');
  await page.locator('.cm-lint-marker-error').waitFor();
  await owner.press('Save');
  await page.getByText(/syntax error in line 1/).waitFor();

  await source.fill('function add(a, b) { return a - b; }');
  await owner.save();
  await expect(call('[2, 3]')).resolves.toBe('-1');
  await owner.tab('Versions');
  await page.getByRole('row', { name: /^1 / }).getByRole('button', { name: 'View' }).click();
  await page.getByRole('dialog').getByText('return a - b').first().waitFor();
  await owner.press('Restore');
  await owner.press('Confirm');
  await page.getByText('Version 1 restored').waitFor();
  await expect(call('[2, 3]')).resolves.toBe('5');

  // Calls are saved every two seconds.
  const calls = () => suite.api.list('/functions/1/calls', { filter: { ok: true } });
  await eventually(async () => (await calls()).body.length > 0 || undefined);
  await owner.open('/functions/1');
  await owner.tab('Calls');
  await page
    .getByRole('row', { name: /Succeeded/ })
    .first()
    .waitFor();

  await owner.deleteRecord();
  await expect(call('[2, 3]')).resolves.toBe('10541');
});

test('the list shows calls and failures, and has a button that rolls a function back', async () => {
  const good = 'function add(a, b) { if (a < 0) throw new Error("no"); return a + b; }';
  const { id } = await shop.add('functions', { name: 'add', source: good });
  for (const params of ['[1, 2]', '[1, 3]', '[-1, 3]']) await call(params);
  const bad = { source: 'function add() { return "broken"; }', rowVersion: 1 };
  expect(await suite.api.patch(`/functions/${id}`, bad)).toMatchObject({ status: 200 });
  await expect(call('[2, 3]')).resolves.toBe('"broken"');
  // Counts are saved every two seconds.
  await eventually(async () => {
    const { body } = await suite.api.list('/functions', { filter: { applicationId: shop.id } });
    return body[0]!.recentCalls === 4 || undefined;
  });

  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/functions');
  await page.getByRole('row', { name: /add/ }).getByText('25% failed (1)').waitFor();
  await owner.press('Roll back');
  await page.getByRole('dialog').getByText('broken').waitFor();
  await owner.press('Restore');
  await owner.press('Confirm');
  await page.getByText('Version 1 restored').waitFor();
  await expect(call('[2, 3]')).resolves.toBe('5');
});

test('a new name is inserted into the definition, and into no other function', async () => {
  const sourceOf = (name: string) => `function a() { return 1; }\nfunction ${name}() { return a(); }`;
  const { id } = await shop.add('functions', { name: 'ask', source: sourceOf('ask') });
  const saved = async () => (await suite.api.get(`/functions/${id}`)).body;
  const owner = await suite.owner();
  await owner.open(`/functions/${id}`);
  await owner.tab('Settings');
  const name = owner.field('Name');
  // Types `a`, the name of the other function, on the way to the new name.
  for (const typed of ['as', 'a', 'ad', 'adopt']) await name.fill(typed);
  await owner.save();
  expect(await saved()).toMatchObject({ name: 'adopt', source: sourceOf('adopt') });

  for (const typed of ['', 'a', 'av', 'average']) await name.fill(typed);
  await name.press('Enter');
  await eventually(async () => (await saved()).name === 'average' || undefined);
  expect(await saved()).toMatchObject({ source: sourceOf('average') });

  // The window loses and regains the focus.
  await name.fill('a');
  await name.blur();
  await name.focus();
  await name.fill('amount');
  await owner.save();
  expect(await saved()).toMatchObject({ name: 'amount', source: sourceOf('amount') });

  // Once the function is the one named `a`, this one is renamed.
  await name.fill('a');
  await owner.save();
  await name.fill('always');
  await owner.save();
  expect(await saved()).toMatchObject({
    name: 'always',
    source: 'function always() { return 1; }\nfunction amount() { return a(); }',
  });
});

test('what is typed while a save is under way is kept, and saved next', async () => {
  const { id } = await shop.add('functions', { name: 'one', source: 'function one() { return 1; }' });
  const owner = await suite.owner();
  const { page } = owner;
  const source = page.getByRole('textbox', { name: 'Source' });
  await owner.open(`/functions/${id}`);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/functions/${id}`, async (route) => {
    if (route.request().method() === 'PATCH') await held;
    await route.continue();
  });
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await source.fill('function one() { return 2; }');
  await owner.press('Save');
  await sent;
  await source.fill('function one() { return 3; }');
  release();
  await owner.notice(/^Saved /).waitFor();
  await owner.settle();
  expect(await source.innerText()).toBe('function one() { return 3; }');
  expect((await suite.api.get(`/functions/${id}`)).body).toMatchObject({
    source: 'function one() { return 2; }',
  });

  await owner.save();
  expect((await suite.api.get(`/functions/${id}`)).body).toMatchObject({
    source: 'function one() { return 3; }',
  });
  // Restoring a version discards what is typed.
  await source.fill('function one() { return 4; }');
  await owner.tab('Versions');
  await page.getByRole('row', { name: /^1 / }).getByRole('button', { name: 'View' }).click();
  await owner.press('Restore');
  await owner.press('Confirm');
  await page.getByText('Version 1 restored').waitFor();
  await owner.tab('Source');
  await eventually(async () => (await source.innerText()) === 'function one() { return 1; }' || undefined);
});

/** Result of a call by a client, or its code. */
async function call(params: string): Promise<string> {
  const { code, result } = await shop.client.post('/remote/functions/add/call', { params });
  return String(code === 0 ? result!.return : code);
}
