import { describe, expect, it } from '@jest/globals';
import { PaojiaoyunApplication } from '../../support/paojiaoyun-application.js';
import type { Body } from '../../support/paojiaoyun-client.js';
import { codes } from '../../support/race.js';
import { TestServer } from '../../support/test-server.js';
import { PASSWORD } from '../../support/user-application.js';

const FUNCTION = 'function add(a, b) { return { sum: a + b }; }';

/** Tests everything that clients of 泡椒云 do. Each answer is verified as these clients verify it. */
describe.each<Body>(['form', 'json'])('A client of 泡椒云 that sends %s', (body) => {
  const server = TestServer.forSuite();

  const create = async (settings?: object) => {
    const app = await PaojiaoyunApplication.create(server, { ...settings });
    return { app, client: app.newClient(undefined, body) };
  };

  it('logs in with a card, keeps the session and logs out', async () => {
    const { client } = await create();
    const login = await client.post('/v1/card/login', { card: 'C1', device_id: '设备 1' });
    expect(login).toMatchObject({
      code: 0,
      result: {
        card_type: 'Month',
        expires: expect.stringMatching(/^\d{4}-\d\d-\d\d /),
        config: '',
        hg: 600,
      },
    });
    const session = { card: 'C1', token: login.result!.token! };
    expect(await client.post('/v1/card/heartbeat', session)).toMatchObject({
      code: 0,
      result: { expires_ts: login.result!.expires_ts },
    });
    expect(await client.post('/v1/card/logout', session)).toMatchObject({ code: 0, message: 'ok' });
    expect(await client.post('/v1/card/heartbeat', session)).toMatchObject({ code: 10214 });
  });

  it('unbinds devices of a card and recharges it', async () => {
    const { app, client } = await create();
    const login = await client.post('/v1/card/login', { card: 'C1', device_id: 'D1' });
    const session = { card: 'C1', token: login.result!.token! };
    expect(await client.post('/v1/card/unbind_password', { ...session, password: 'secret12' })).toMatchObject(
      {
        code: 0,
      },
    );
    expect(await client.post('/v1/card/unbind_device', { ...session, device_id: 'D1' })).toMatchObject({
      code: 0,
    });
    expect(await client.post('/v1/card/login', { card: 'C1', device_id: 'D2' })).toMatchObject({ code: 0 });
    const byPassword = { card: 'C1', password: 'secret12' };
    expect(await client.post('/v1/card/unbind_device/by_password', byPassword)).toMatchObject({ code: 0 });
    const wrong = { card: 'C1', password: 'secret13' };
    expect(await client.post('/v1/card/unbind_device/by_password', wrong)).toMatchObject({ code: 10254 });

    expect(await client.post('/v1/card/recharge', { card: 'C1', use_card: 'C2' })).toMatchObject({ code: 0 });
    const again = await client.post('/v1/card/login', { card: 'C1', device_id: 'D3' });
    const month = 30 * 86_400;
    expect(Number(again.result!.expires_ts) - Number(login.result!.expires_ts)).toBe(month);
    expect(await app.contract.post('/card/login', { card: 'C2', device_id: 'D1' })).toMatchObject({
      code: 10218,
    });
  });

  it('stores any text as the configuration of a card, and clears it with an empty text', async () => {
    const { app, client } = await create();
    const read = async () => (await client.get('/v1/card/config', { card: 'C1' })).result!.config;
    for (const config of ['vip=3;区=2', '{"a":1}', '{not json', ' ', '']) {
      expect(await client.post('/v1/card/config', { card: 'C1', config })).toMatchObject({ code: 0 });
      expect(await read()).toBe(config);
    }
    const long = { card: 'C1', config: '卡'.repeat(21_846) };
    expect(await client.post('/v1/card/config', long)).toMatchObject({
      code: 400,
      errs: { config: expect.any(String) },
    });
    expect(await app.contract.post('/card/config', { card: 'C1', config: 'vip' })).toMatchObject({
      code: 400,
    });
    expect(await app.contract.post('/card/config', { card: 'C1', config: '' })).toMatchObject({ code: 400 });
    await client.post('/v1/card/config', { card: 'C1', config: 'x' });
    expect(await client.post('/v1/card/config', { card: 'C1' })).toMatchObject({ code: 0 });
    expect(await read()).toBe('');
    expect(await client.post('/v1/card/config', { card: 'C9', config: 'x' })).toMatchObject({ code: 10218 });
  });

  it('registers a user, who logs in, recharges, unbinds and changes the password', async () => {
    const { client } = await create();
    const alice = { username: 'alice', password: PASSWORD };
    expect(await client.post('/v1/user/register', { ...alice, card: 'C1', device_id: 'D1' })).toMatchObject({
      code: 0,
    });
    const login = await client.post('/v1/user/login', { ...alice, device_id: 'D1' });
    const session = { username: 'alice', token: login.result!.token! };
    expect(await client.post('/v1/user/heartbeat', session)).toMatchObject({ code: 0 });
    expect(await client.post('/v1/user/recharge', { username: 'alice', card: 'C2' })).toMatchObject({
      code: 0,
    });

    expect(await client.post('/v1/user/config', { username: 'alice', config: 'a b' })).toMatchObject({
      code: 0,
    });
    expect(await client.get('/v1/user/config', { user: 'alice' })).toMatchObject({
      result: { config: 'a b' },
    });
    expect(await client.post('/v1/user/config', { username: 'alice', config: '' })).toMatchObject({
      code: 0,
    });
    expect(await client.get('/v1/user/config', { username: 'alice' })).toMatchObject({
      result: { config: '' },
    });

    const changed = { ...alice, new_password: 'battery staple' };
    expect(await client.post('/v1/user/password', changed)).toMatchObject({ code: 0 });
    expect(await client.post('/v1/user/heartbeat', session)).toMatchObject({ code: 10214 });
    expect(await client.post('/v1/user/login', { ...alice, device_id: 'D1' })).toMatchObject({ code: 10243 });
    const renewed = { username: 'alice', password: 'battery staple', device_id: 'D1' };
    const { token } = (await client.post('/v1/user/login', renewed)).result!;
    expect(await client.post('/v1/user/logout', { username: 'alice', token: token! })).toMatchObject({
      code: 0,
    });
  });

  it("unbinds the session's device of a user unless it names one", async () => {
    const { app, client } = await create();
    const alice = { username: 'alice', password: PASSWORD };
    await client.post('/v1/user/register', { ...alice, card: 'C1', device_id: 'D1' });
    const open = async (device_id: string) => {
      const { token } = (await client.post('/v1/user/login', { ...alice, device_id })).result!;
      return { username: 'alice', token: token! };
    };
    const [first, second] = [await open('D1'), await open('D2')];
    expect(await app.contract.post('/user/unbind-device', second)).toMatchObject({
      code: 400,
      errs: { device_id: expect.any(String) },
    });
    expect(await client.post('/v1/user/unbind_device', { ...second, token: 'x' })).toMatchObject({
      code: 10214,
    });
    expect(await client.post('/v1/user/unbind_device', { ...second, username: 'bob' })).toMatchObject({
      code: 10243,
    });
    expect(await client.post('/v1/user/unbind_device', second)).toMatchObject({ code: 0 });
    expect(await client.post('/v1/user/heartbeat', second)).toMatchObject({ code: 10214 });
    expect(await client.post('/v1/user/heartbeat', first)).toMatchObject({ code: 0 });
    const other = { ...(await open('D2')), device_id: 'D1' };
    expect(await client.post('/v1/user/unbind_device', other)).toMatchObject({ code: 0 });
    expect(await client.post('/v1/user/heartbeat', first)).toMatchObject({ code: 10214 });
    expect(await client.post('/v1/user/unbind_device', other)).toMatchObject({ code: 10215 });
  });

  it('reads configuration, notice and the latest version of the software', async () => {
    const { client } = await create({
      config: '{"a":1}',
      notice: '公告',
      versions: [
        { version: '1.10.0', url: 'https://example.com/s', released: true, forced: true },
        { version: '2.0.0', channel: 'beta', url: 'https://example.com/b', released: true },
      ],
    });
    expect(await client.get('/v1/software/config')).toMatchObject({ result: { config: '{"a":1}' } });
    expect(await client.get('/v1/software/notice')).toMatchObject({ result: { notice: '公告' } });
    const latest = (version?: string) =>
      client.get('/v1/software/latest_ver', { ...(version !== undefined && { version }) });
    for (const old of [undefined, '', '1.9', 'v1.2', 'V 2', '最新', 'beta', 'x'.repeat(256)])
      expect(await latest(old)).toMatchObject({
        code: 0,
        result: { version: '1.10.0', url: 'https://example.com/s' },
      });
    // Clients of 泡椒云 do not know `forced`.
    expect((await latest('1.9')).result).not.toHaveProperty('forced');
    for (const current of ['1.10.0', 'v1.10', '2'])
      expect(await latest(current)).toMatchObject({ code: 10304 });
  });

  it('tries the software without a token', async () => {
    const { client } = await create({ trial: 'once', trial_minutes: 60 });
    const device = { device_id: 'D1' };
    const login = await client.post('/v1/trial/login', device);
    expect(login).toMatchObject({ code: 0, result: { hg: 30 } });
    expect(await client.post('/v1/trial/heartbeat', device)).toMatchObject({
      code: 0,
      result: { expires: login.result!.expires },
    });
    server.clock.advance(3601);
    expect(await client.post('/v1/trial/login', device)).toMatchObject({ code: 10405 });
  });

  it('reads variables, those with card authentication by card and token or by kami', async () => {
    const { client } = await create({
      variables: [
        { key: '公开', value: '1' },
        { key: 'secret', value: '卡密 only', card_auth: true, check: 'md5' },
      ],
    });
    const read = (key: string, proof: object = {}) => client.get('/v1/af/remote_var', { key, ...proof });
    expect(await read('公开')).toMatchObject({ code: 0, result: { value: '1', time: expect.any(Number) } });
    expect(await read('none')).toMatchObject({ code: 10501 });
    expect(await read('a b')).toMatchObject({ code: 400, errs: { key: expect.any(String) } });
    expect(await read('secret')).toMatchObject({ code: 10502 });
    const { token } = (await client.post('/v1/card/login', { card: 'C1', device_id: 'D1' })).result!;
    for (const proof of [{ card: 'C1', token }, { kami: 'C1' }, { card: 'C1' }])
      expect(await read('secret', proof)).toMatchObject({
        result: { value: '卡密 only', check: expect.any(String) },
      });
    expect(await read('secret', { card: 'C9', token })).toMatchObject({ code: 10502 });
  });

  it('creates, updates, reads and deletes data of the application', async () => {
    const { app, client } = await create();
    const write = (action: string, value?: string) =>
      client.post('/v1/af/remote_data', { action, key: '排行', ...(value !== undefined && { value }) });
    const read = () => client.get('/v1/af/remote_data', { key: '排行' });
    expect(await read()).toMatchObject({ code: 10521 });
    expect(await write('update', '1')).toMatchObject({ code: 10521 });
    expect(await write('create')).toMatchObject({ code: 400, errs: { value: expect.any(String) } });
    expect(await write('create', '1')).toMatchObject({ code: 0 });
    expect(await write('create', '1')).toMatchObject({ code: 10522 });
    expect(await write('update', '')).toMatchObject({ code: 0 });
    expect(await read()).toMatchObject({ result: { value: '' } });
    expect(await write('drop', '1')).toMatchObject({ code: 400, errs: { action: expect.any(String) } });
    expect(await app.contract.get(`/remote/data/${encodeURIComponent('排行')}`)).toMatchObject({ code: 0 });
    expect(await write('delete')).toMatchObject({ code: 0 });
    expect(await write('delete')).toMatchObject({ code: 10521 });
  });

  it('of concurrent creations of data, lets one succeed', async () => {
    const { app } = await create();
    const answers = await codes(
      Array.from({ length: 10 }, () =>
        app
          .newClient(undefined, body)
          .post('/v1/af/remote_data', { action: 'create', key: 'one', value: '1' }),
      ),
    );
    expect(answers).toEqual({ 0: 1, 10522: 9 });
  });

  it('calls functions', async () => {
    const { client } = await create({ functions: [{ name: 'add', source: FUNCTION }] });
    const call = (func_name: string, params?: string) =>
      client.post('/v1/af/call_remote_func', { func_name, ...(params !== undefined && { params }) });
    expect(await call('add', '[1,2]')).toMatchObject({ code: 0, result: { return: '{"sum":3}' } });
    expect(await call('none')).toMatchObject({ code: 10541 });
    expect(await call('add', '{}')).toMatchObject({ code: 10542 });
    expect(await call('')).toMatchObject({ code: 400, errs: { func_name: expect.any(String) } });
  });
});
