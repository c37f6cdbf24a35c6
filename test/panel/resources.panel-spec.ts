import { beforeAll, expect, test } from '@jest/globals';
import { PanelApplication } from '../support/panel-application.js';
import { type Visitor } from '../support/panel-browser.js';
import { PanelSuite } from '../support/panel-suite.js';
import { PaojiaoyunClient } from '../support/paojiaoyun-client.js';

const suite = new PanelSuite();
let application: PanelApplication;
let card: string;

beforeAll(async () => {
  application = await PanelApplication.create(suite.api, 'Photo Editor');
  const type = await application.add('card-types', {
    name: 'Month',
    durationUnit: 'months',
    durationAmount: 1,
  });
  [card] = (await application.generate(type.id, 1)) as [string];
});

interface ResourceStory {
  resource: string;
  /** Fills in the form of a new record. */
  create: (owner: Visitor) => Promise<void>;
  /** Name of the record in the list. */
  name: string;
  /** Edits the record in its form. */
  edit: (owner: Visitor) => Promise<void>;
  /** Expected fields on the server afterwards. */
  edited: Record<string, unknown>;
}

const STORIES: ResourceStory[] = [
  {
    resource: 'card-types',
    name: 'Year',
    create: async (owner) => {
      await owner.field('Name').fill('Year');
      await owner.choose('Time unit', 'Years');
      await owner.field('Devices').fill('3');
      await owner.field('Key mask').fill('YEAR-****-****-****-****');
    },
    edit: async (owner) => {
      await owner.field('Price note').fill('99 a year');
      await owner.choose('Unbind policy', 'Deduct hours');
      await owner.field('Hours').fill('12');
    },
    edited: {
      unbindPolicy: 'deduct_hours',
      unbindHours: 12,
      durationUnit: 'years',
      maxDevices: 3,
      keyMask: 'YEAR-****-****-****-****',
      priceNote: '99 a year',
    },
  },
  {
    resource: 'variables',
    name: 'motd',
    create: async (owner) => {
      await owner.field('Key').fill('motd');
      await owner.field('Value').fill('Hello');
    },
    edit: async (owner) => {
      await owner.choose('Check value', 'CRC32');
      await owner.field('Required feature').fill('export');
      await owner.field('Card required').check();
    },
    edited: { value: 'Hello', checkRule: 'crc32', cardAuth: true, requireFeature: 'export' },
  },
  {
    resource: 'data',
    name: 'scores',
    create: async (owner) => {
      await owner.choose('Scope', 'A card');
      await owner.field('Card').fill(card);
      await owner.field('Key').fill('scores');
      await owner.field('Value').fill('[1]');
    },
    edit: (owner) => owner.field('Value').fill('[1,2]'),
    edited: { scope: 'card', value: '[1,2]' },
  },
  {
    resource: 'versions',
    name: '1.2.0',
    create: async (owner) => {
      await owner.field('Version').fill('1.2.0');
      await owner.field('Download URL').fill('https://example.com/1.2.0');
    },
    edit: async (owner) => {
      await owner.field('Released').check();
      await owner.field('Older clients must update').check();
    },
    edited: { channel: 'stable', url: 'https://example.com/1.2.0', released: true, forced: true },
  },
  {
    resource: 'blocks',
    name: '192.0.2.0/24',
    create: async (owner) => {
      await owner.choose('Target', 'Address (IP)');
      await owner.field('Pattern').fill('192.0.2.0/24');
      await owner.field('Reason').fill('abuse');
    },
    edit: (owner) => owner.field('Reason').fill('abuse of the shop'),
    edited: { kind: 'ip', pattern: '192.0.2.0/24', reason: 'abuse of the shop' },
  },
  {
    resource: 'webhooks',
    name: 'Shop',
    create: async (owner) => {
      await owner.field('Name').fill('Shop');
      await owner.field('Address').fill('https://shop.example/hooks');
    },
    edit: (owner) => owner.field('Complete card keys').check(),
    edited: { url: 'https://shop.example/hooks', types: ['*'], allApplications: true, revealCards: true },
  },
  {
    resource: 'notifiers',
    name: 'Phone',
    create: async (owner) => {
      await owner.field('Name').fill('Phone');
      await owner.choose('Service', 'DingTalk (钉钉)');
      await owner
        .field('Webhook address')
        .fill('https://oapi.dingtalk.com/robot/send?access_token=0123456789');
      await owner.field('Signing secret').fill('SEC0123456789');
    },
    edit: async (owner) => {
      await owner.page
        .getByText('Current value: oapi.dingtalk.com/…6789. Leave empty to keep this value.')
        .waitFor();
      await owner.choose('Delivery', 'Daily digest');
      await owner.field('Hour of the digest').fill('7');
    },
    edited: {
      kind: 'dingtalk',
      tokenHint: 'oapi.dingtalk.com/…6789',
      signed: true,
      mode: 'daily',
      digestHour: 7,
      address: null,
      recipient: null,
    },
  },
  {
    resource: 'admins',
    name: 'bob@example.com',
    create: async (owner) => {
      await owner.field('Email').fill('bob@example.com');
      await owner.field('Name').fill('Bob');
      await owner.field('Password').fill('correct horse battery');
    },
    edit: async (owner) => {
      await owner.page.getByRole('radio', { name: 'Manager' }).check();
      await owner.choose('Applications', 'Photo Editor');
    },
    edited: { name: 'Bob', role: 'manager', applicationIds: [1] },
  },
];

test.each(STORIES)('$resource: create, edit, delete', async ({ resource, create, name, edit, edited }) => {
  const owner = await suite.owner();
  await owner.open(`/${resource}/create`);
  await create(owner);
  await owner.save();

  await owner.open(`/${resource}`);
  await owner.follow(name);
  await edit(owner);
  await owner.save();
  const record = (await rows(resource)).find((row) => Object.values(row).includes(name));
  expect(record).toMatchObject(edited);

  await owner.open(`/${resource}/${String(record!.id)}`);
  await owner.deleteRecord();
  expect((await rows(resource)).map(({ id }) => id)).not.toContain(record!.id);
});

test('card types: a new one keeps what was typed while the unbind limit of the application changes', async () => {
  const changed = await PanelApplication.create(suite.api, 'Unbind limit changes');
  const owner = await suite.owner();
  await owner.chooseApplication('Unbind limit changes');
  await owner.open('/card-types/create');
  await owner.field('Name').fill('Typed before');
  await suite.api.edit(`/applications/${changed.id}`, { defaultUnbindLimit: 5 });
  const isRead = owner.page.waitForResponse(/\/applications\?/);
  await owner.comeBack();
  await isRead;
  await owner.settle();
  expect(await owner.field('Name').inputValue()).toBe('Typed before');
});

test('notes of cards and users are one line, and a refusal says which characters are not allowed', async () => {
  const type = await application.add('card-types', {
    name: 'Noted',
    durationUnit: 'days',
    durationAmount: 1,
  });
  const [card] = await application.generate(type.id, 1);
  const read = async () => (await suite.api.list<{ id: number }>('/cards', { filter: { card } })).body[0]!;
  const { id } = await read();
  const owner = await suite.owner();
  await owner.open(`/cards/${id}`);
  await owner.field('Note').fill('pasted\nlines');
  await owner.save();
  expect(await read()).toMatchObject({ note: 'pasted lines' });

  await owner.open('/users/create');
  await owner.page.locator('input[name=note]').waitFor();

  const chinese = await suite.owner({ locale: 'zh-CN' });
  chinese.expectRefusal(422);
  await chinese.open(`/cards/${id}`);
  await chinese.page.locator('input[name=note]').fill('hidden\u200bcharacter');
  await chinese.press('保存');
  await chinese.page.getByText('不能包含换行和不可见字符').waitFor();
});

test('features: edited row by row, suggested where one is required, shown on the card', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  const feature = (name: string) => owner.page.getByLabel(name, { exact: true }).last();
  const ofType = async () => (await rows('card-types')).find(({ name }) => name === 'Pro')?.features;
  const refused = async (message: string) => {
    await owner.press('Save');
    await page.getByText(message).waitFor();
  };
  await owner.open('/card-types/create');
  await owner.field('Name').fill('Pro');
  await owner.press('Add feature');
  await refused('Each feature requires a name');
  await feature('Feature').fill('export');
  await owner.press('Add feature');
  await feature('Feature').fill('export');
  await refused('Each name can occur only once');
  await feature('Feature').fill('seats');
  await feature('Kind').click();
  await page.getByRole('option', { name: 'Number', exact: true }).click();
  await feature('Value').fill('many');
  await refused('The value of a Number feature must be a number');
  await feature('Value').fill('3');
  await owner.press('Add feature');
  // The feature has the name of a property of browser events.
  await feature('Feature').fill('target');
  await feature('Kind').click();
  await page.getByRole('option', { name: 'Text', exact: true }).click();
  await feature('Value').fill('pro');
  await owner.save();
  expect(await ofType()).toEqual({ export: true, seats: 3, target: 'pro' });

  owner.expectRefusal(422);
  await owner.open('/card-types');
  await owner.follow('Pro');
  await owner.press('Remove feature seats');
  await owner.press('Add feature');
  await feature('Feature').fill('a b');
  await refused('contains the name a b');
  await feature('Feature').fill('beta');
  await feature('Kind').click();
  await page.getByRole('option', { name: 'No', exact: true }).click();
  await owner.save();
  expect(await ofType()).toEqual({ beta: false, export: true, target: 'pro' });

  await owner.open('/functions/create');
  const names = page.locator('datalist option');
  await names.first().waitFor({ state: 'attached' });
  expect(await names.evaluateAll((all) => all.map((each) => each.getAttribute('value')))).toEqual(
    expect.arrayContaining(['beta', 'export', 'target']),
  );

  const { id } = (await rows('card-types')).find(({ name }) => name === 'Pro')!;
  await application.generate(Number(id), 1);
  const made = (await rows('cards')).find(({ cardTypeId }) => cardTypeId === id)!;
  await owner.open(`/cards/${String(made.id)}/show`);
  await page.getByText('beta: No, export, target: pro').waitFor();
  await owner.open(`/cards/${String(made.id)}`);
  await owner.press('Remove feature target');
  await owner.save();
  await page.getByText(/beta: No, export$/).waitFor();
});

test('lists rows that hold too much text for one answer', async () => {
  const owner = await suite.owner();
  const key = (i: number) => `long-${String(i).padStart(2, '0')}`;
  // JSON encodes such a byte as six bytes.
  const value = '\u0001'.repeat(64 * 1024);
  const ids: number[] = [];
  for (let i = 0; i < 15; i++) ids.push((await application.add('data', { key: key(i), value })).id);
  expect((await suite.api.list('/data')).status).toBe(413);
  owner.expectRefusal(413);
  await owner.open('/data?page=1&perPage=25&sort=id&order=ASC');
  for (let i = 0; i < 15; i++) await owner.page.getByText(key(i), { exact: true }).waitFor();
  for (const id of ids) expect(await suite.api.delete(`/data/${id}`)).toMatchObject({ status: 200 });
});

test('applications: create, edit, a new secret, disable, delete', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/applications/create');
  await owner.field('Name').fill('Short-lived');
  await owner.tab('Signing');
  await owner.choose('Signature', 'HMAC-SHA256');
  await owner.choose('Sign responses', 'Ed25519');
  await owner.save();
  const { id } = (await rows('applications')).find(({ name }) => name === 'Short-lived')!;

  await owner.tab('Sessions');
  await owner.field('Heartbeat timeout (seconds)').fill('900');
  await owner.tab('Texts');
  await owner.field('Notice').fill('Closed on Sunday');
  await owner.save();
  expect((await rows('applications')).find((row) => row.id === id)).toMatchObject({
    signMode: 'hmac-sha256',
    responseSignature: 'ed25519',
    heartbeatTimeoutSec: 900,
    notice: 'Closed on Sunday',
  });

  const before = (await suite.api.post(`/applications/${String(id)}/reveal-secret`)).body;
  await owner.open(`/applications/${String(id)}`);
  await owner.tab('Signing');
  await owner.press('Rotate secret');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  await owner.notice('Secret rotated').waitFor();
  await owner.closeNotice();
  const after = (await suite.api.post(`/applications/${String(id)}/reveal-secret`)).body;
  expect(after.appSecret).not.toBe(before.appSecret);

  await page.getByText('Old secret valid until').waitFor();
  await owner.press('Invalidate old secret');
  await page
    .getByRole('dialog')
    .getByText('Clients with the old secret will be refused immediately')
    .waitFor();
  await owner.confirm('Invalidated the old secret of Short-lived');
  await owner.closeNotice();
  await page.getByText('Old secret valid until').waitFor({ state: 'detached' });

  const keyOf = async () => (await suite.api.get(`/applications/${String(id)}`)).body.keyId;
  const keyBefore = await keyOf();
  await page.getByText(String(keyBefore)).waitFor();
  await owner.press('Rotate key');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
  await owner.notice('Signing key rotated').waitFor();
  await owner.closeNotice();
  await page.getByText('Old public key, shown until').waitFor();
  expect(await keyOf()).not.toBe(keyBefore);

  await owner.press('Disable');
  await owner.confirm();
  await owner.closeNotice();
  await owner.press('Delete');
  await owner.confirm(/^Deleted application /);
  expect((await rows('applications')).map((row) => row.id)).not.toContain(id);
});

test('applications: take over the clients of another service', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  const [appKey, appSecret] = ['taken0over0by0the0pa', 'TakenOverByThePanel0123456789abc'];
  await owner.open('/applications/create');
  // With this name the application is not the first one, which is selected for later visitors.
  await owner.field('Name').fill('Taken over');
  await owner.tab('Moving');
  await owner.choose('Clients of another service', '泡椒云 (paojiaoyun.com)');
  const hosts = owner.field('Hosts of these clients');
  await hosts.fill('API.example.com');
  await hosts.press('Enter');
  await hosts.fill('api2.example.com:8080');
  await hosts.press('Enter');
  await owner.field('app_key').fill(` ${appKey} `);
  await owner.field('app_secret').fill(appSecret);
  await owner.save();
  const moved = (await rows('applications')).find(({ name }) => name === 'Taken over')!;
  const compatHosts = ['api.example.com', 'api2.example.com:8080'];
  expect(moved).toMatchObject({ appKey, compat: 'paojiaoyun', compatHosts });
  const path = `/applications/${String(moved.id)}`;
  expect((await suite.api.post(`${path}/reveal-secret`)).body).toMatchObject({ appSecret });

  await owner.tab('Moving');
  expect(await owner.field('app_secret').count()).toBe(0);
  await page.getByRole('button', { name: 'api2.example.com:8080' }).press('Backspace');
  await owner.save();
  expect((await suite.api.get(path)).body).toMatchObject({ compatHosts: ['api.example.com'] });

  await owner.open('/');
  await owner.chooseApplication('Taken over');
  await owner.open('/signature-check');
  const clock = { now: () => Date.now() };
  const credentials = { app_key: appKey, app_secret: appSecret };
  const client = new PaojiaoyunClient('', 'api.example.com', credentials, clock);
  const sent = client.sign('POST', '/v1/card/login', { card: 'A', device_id: 'B' });
  const query = new URLSearchParams(sent as Record<string, string>).toString();
  await owner.field('Query string, form body or JSON').fill(query);
  await owner.field('Path').fill('/v1/card/login');
  expect(await owner.field('Host').inputValue()).toBe('api.example.com');
  await owner.press('Check');
  await page.getByText('The signature is correct. No errors were found.').waitFor();
  await owner.field('Host').fill('api.example.com:80');
  await owner.press('Check');
  await page.getByText('The signed host differs from the host that was sent').waitFor();
  await owner.field('Query string, form body or JSON').fill(`https://api.example.com/v1/card/login?${query}`);
  await owner.press('Check');
  await page.getByText('The signature is correct. No errors were found.').waitFor();
});

test('users: create, edit, add time, freeze, a new password, delete', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/users/create');
  await owner.field('User name').fill('alice');
  await owner.field('Password').fill('secret12');
  await owner.choose('Card type', 'Month');
  await owner.save();
  const login = async (password: string) =>
    (await application.client.post('/user/login', { username: 'alice', password, device_id: 'PC-1' })).code;
  await expect(login('secret12')).resolves.toBe(0);

  await owner.press('Freeze');
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze' }).click();
  await page.getByText(/^Frozen by owner@example\.com on /).waitFor();
  await expect(login('secret12')).resolves.toBe(10252);
  await owner.press('Unfreeze');
  await page.getByText('A login would succeed.').waitFor();

  const expiry = async () => Number((await rows('users'))[0]!.expiresAt);
  const before = await expiry();
  await owner.press('Add time');
  await owner.press('Add');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect((await expiry()) - before).toBe(7 * 86_400_000);

  await owner.chooseAction('New password');
  await page
    .getByRole('dialog')
    .getByLabel(/^Password/)
    .fill('another34');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Save|password/ })
    .last()
    .click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect(login('secret12')).resolves.toBe(10243);
  await expect(login('another34')).resolves.toBe(0);

  await owner.chooseAction('Edit');
  await owner.settle();
  await owner.field('Note').fill('pays by invoice');
  await owner.save();
  expect((await rows('users'))[0]).toMatchObject({ note: 'pays by invoice' });
  // The page asks for the diagnosis every three seconds, even while the user is deleted.
  owner.expectRefusal(404);
  await owner.chooseAction('Delete');
  await page.getByRole('dialog').getByText('This cannot be undone.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Deleted alice').waitFor();
  expect(await rows('users')).toEqual([]);
});

test('API tokens: the token is shown once, works, and ends when it is revoked', async () => {
  const owner = await suite.owner();
  await owner.open('/api-tokens/create');
  await owner.field('Name').fill('shop');
  await owner.press('Save');
  const token = await owner.page.getByRole('dialog').getByLabel('API token').textContent();
  const ask = async () =>
    (
      await fetch(`${suite.server.url}/api/admin/v1/cards`, {
        headers: { authorization: `Bearer ${token!}` },
      })
    ).status;
  await expect(ask()).resolves.toBe(200);
  await owner.press('I have saved it');

  await owner.press('Revoke');
  await owner.confirm(/^Deleted /);
  await expect(ask()).resolves.toBe(401);
});

async function rows(resource: string): Promise<Record<string, unknown>[]> {
  return (await suite.api.list(`/${resource}`)).body;
}
