import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type Answer, type Parameters, SignedClient } from '../../support/signed-client.js';
import { responseSignOf } from '../../support/response-signature.js';
import { snapshotTables } from '../../support/table-snapshot.js';
import { type ApplicationFile, TestServer } from '../../support/test-server.js';

const CARDS: ApplicationFile = {
  card_types: [{ name: 'Month', duration: { unit: 'days', amount: 30 } }],
  cards: [{ card: 'C1', card_type: 'Month' }],
};
const LOGIN = { card: 'C1', device_id: 'D1' };
const MODES = ['md5', 'hmac-sha256'] as const;

const login = (client: SignedClient, parameters: Parameters = {}) =>
  client.post('/card/login', { ...LOGIN, ...parameters });

describe('Signing of requests', () => {
  const server = TestServer.forSuite();

  const seconds = () => Math.floor(server.clock.now() / 1000);
  const withOther = (client: SignedClient, other: Partial<SignedClient['credentials']>) =>
    new SignedClient(server.url, { ...client.credentials, ...other }, server.clock);

  /** Runs a test at `fraction` of a second after a whole second. */
  async function at(fraction: number, test: (now: number) => Promise<void>) {
    server.clock.advance(fraction);
    await test(seconds());
    server.clock.advance(fraction === 0 ? 0 : 1 - fraction);
  }

  describe('order of checks', () => {
    let client: SignedClient;
    let disabled: SignedClient;
    beforeAll(async () => {
      client = await server.client({ name: 'Order', ...CARDS });
      disabled = await server.client({ name: 'Order, disabled', enabled: false, ...CARDS });
      await login(client, { nonce: 'used' });
    });

    /** Faults of a request; `step` is the position of the check. */
    const FAULTS: { fault: string; step: number; code: number; field: string; value: () => string | number }[] =
      [
        { fault: 'a too long nonce', step: 1, code: 400, field: 'nonce', value: () => 'n'.repeat(37) },
        { fault: 'a missing nonce', step: 1, code: 400, field: 'nonce', value: () => '' },
        { fault: 'a malformed timestamp', step: 1, code: 400, field: 'timestamp', value: () => 'now' },
        { fault: 'a missing sign', step: 1, code: 400, field: 'sign', value: () => '' },
        { fault: 'an unknown app', step: 2, code: 10230, field: 'app_key', value: () => 'unknown0000000000000' },
        { fault: 'a disabled app', step: 2, code: 10230, field: 'app_key', value: () => disabled.credentials.app_key },
        { fault: 'a future timestamp', step: 3, code: 10013, field: 'timestamp', value: () => seconds() + 1 },
        { fault: 'an old timestamp', step: 3, code: 10011, field: 'timestamp', value: () => seconds() - 61 },
        { fault: 'a wrong sign', step: 4, code: 10010, field: 'sign', value: () => '0'.repeat(32) },
        { fault: 'a used nonce', step: 5, code: 10014, field: 'nonce', value: () => 'used' },
        { fault: 'a missing device', step: 6, code: 400, field: 'device_id', value: () => '' },
        { fault: 'an unknown card', step: 7, code: 10218, field: 'card', value: () => 'C9' },
      ]; // prettier-ignore
    const PAIRS = FAULTS.flatMap((first) =>
      FAULTS.filter((second) => second.step > first.step && second.field !== first.field).map((second) => ({
        first,
        second,
      })),
    );

    it.each(FAULTS)('refuses $fault with $code', async ({ field, value, code }) => {
      expect(await login(client, { [field]: value() })).toMatchObject({ status: 200, code });
    });

    it.each(PAIRS)('refuses $first.fault before $second.fault', async ({ first, second }) => {
      const answer = await login(client, { [first.field]: first.value(), [second.field]: second.value() });
      expect(answer).toMatchObject({ status: 200, code: first.code });
      if (first.code === 400) expect(Object.keys(answer.errs!)).toEqual([first.field]);
    });

    it('changes nothing for a refused request', async () => {
      const before = await snapshotTables(server.dataSource);
      for (const { field, value } of FAULTS) await login(client, { [field]: value() });
      expect(await snapshotTables(server.dataSource)).toEqual(before);
    });
  });

  describe('application', () => {
    it('gets 10230 while disabled, even with a correct signature, until it is enabled again', async () => {
      const client = await server.client({ name: 'Switch', ...CARDS });
      expect(await login(client)).toMatchObject({ code: 0 });
      await server.apply({ name: 'Switch', enabled: false });
      expect(await login(client)).toMatchObject({ status: 200, code: 10230 });
      await server.apply({ name: 'Switch', enabled: true });
      expect(await login(client)).toMatchObject({ code: 0 });
    });

    it('is found by its app_key byte for byte', async () => {
      const client = await server.client({ name: 'Bytes', ...CARDS });
      const { app_key } = client.credentials;
      for (const other of [app_key.toUpperCase(), ` ${app_key}`, `${app_key} `, app_key.slice(1)]) {
        expect(await login(withOther(client, { app_key: other }))).toMatchObject({ code: 10230 });
      }
    });

    it('knows only its own cards', async () => {
      const other = await server.client({ name: 'Without cards' });
      expect(await login(other)).toMatchObject({ code: 10218 });
    });
  });

  describe('timestamp', () => {
    let client: SignedClient;
    let lenient: SignedClient;
    beforeAll(async () => {
      client = await server.client({ name: 'Time', ...CARDS });
      lenient = await server.client({ name: 'Time, lenient', clock_leeway_sec: 5, ...CARDS });
    });

    it.each([
      [0, 0],
      [0.001, 1],
      [0.5, 1],
      [0.999, 1],
    ])(
      '%d s after a whole second may be later than the server time by %d s, since that time is rounded up',
      async (fraction, later) => {
        await at(fraction, async (now) => {
          expect(await login(client, { timestamp: now + later })).toMatchObject({ code: 0 });
          expect(await login(client, { timestamp: now + later + 1 })).toMatchObject({
            status: 200,
            code: 10013,
          });
        });
      },
    );

    it.each([
      [0, 5],
      [0.001, 6],
    ])(
      '%d s after a whole second may also be later by clock_leeway_sec, together by %d s',
      async (fraction, later) => {
        await at(fraction, async (now) => {
          expect(await login(lenient, { timestamp: now + later })).toMatchObject({ code: 0 });
          expect(await login(lenient, { timestamp: now + later + 1 })).toMatchObject({ code: 10013 });
        });
      },
    );

    it.each([0, 0.999])(
      'may be exactly 60 s old, but not 61 s, %d s after a whole second',
      async (fraction) => {
        await at(fraction, async (now) => {
          expect(await login(client, { timestamp: now - 60 })).toMatchObject({ code: 0 });
          expect(await login(client, { timestamp: now - 61 })).toMatchObject({ status: 200, code: 10011 });
        });
      },
    );

    it('may not be older for an application with clock_leeway_sec', async () => {
      expect(await login(lenient, { timestamp: seconds() - 60 })).toMatchObject({ code: 0 });
      expect(await login(lenient, { timestamp: seconds() - 61 })).toMatchObject({ code: 10011 });
    });

    it.each([
      ['0', 10011],
      ['999999999999', 10013],
    ])('of %s is refused with %d', async (timestamp, code) => {
      expect(await login(client, { timestamp })).toMatchObject({ code });
    });

    it('makes a request expire 61 s after it was signed', async () => {
      const parameters = client.sign(LOGIN);
      const send = () => client.send('POST', '/card/login', parameters, 'json');
      server.clock.advance(61);
      expect(await send()).toMatchObject({ code: 10011 });
      server.clock.advance(-1);
      expect(await send()).toMatchObject({ code: 0 });
    });
  });

  describe.each(MODES)('mode %s', (sign_mode) => {
    let client: SignedClient;
    beforeAll(async () => {
      client = await server.client({ name: `Mode ${sign_mode}`, sign_mode, ...CARDS });
    });

    it('accepts a right signature, also in upper case', async () => {
      expect(await login(client)).toMatchObject({ code: 0 });
      const parameters = client.sign(LOGIN);
      const sign = String(parameters.sign).toUpperCase();
      expect(sign).not.toBe(parameters.sign);
      expect(await client.send('POST', '/card/login', { ...parameters, sign }, 'json')).toMatchObject({
        code: 0,
      });
    });

    it('refuses a signature of the other mode, whatever the request asks for', async () => {
      const other = withOther(client, { sign_mode: MODES.find((mode) => mode !== sign_mode)! });
      for (const extra of [
        {},
        { sign_mode: other.credentials.sign_mode! },
        { sign_type: 'md5' },
      ] as Parameters[]) {
        expect(await login(other, extra)).toMatchObject({ status: 200, code: 10010 });
      }
    });

    it('refuses a signature with another secret', async () => {
      const other = withOther(client, { app_secret: 'x'.repeat(32) });
      expect(await login(other)).toMatchObject({ code: 10010 });
    });

    it.each([
      ['cut', (sign: string) => sign.slice(0, -1)],
      ['lengthened', (sign: string) => `${sign}0`],
      ['changed', (sign: string) => (sign.startsWith('0') ? '1' : '0') + sign.slice(1)],
      ['preceded by white space', (sign: string) => ` ${sign}`],
      ['not hexadecimal', (sign: string) => `${sign.slice(0, -1)}é`],
      ['very long', () => '0'.repeat(10_000)],
    ])('refuses a signature that is %s', async (_, change) => {
      const parameters = client.sign(LOGIN);
      const sign = change(String(parameters.sign));
      expect(await client.send('POST', '/card/login', { ...parameters, sign }, 'json')).toMatchObject({
        status: 200,
        code: 10010,
      });
    });

    it.each(['card', 'device_id', 'nonce'])('covers %s', async (field) => {
      const changed = { ...client.sign(LOGIN), [field]: 'D2' };
      expect(await client.send('POST', '/card/login', changed, 'json')).toMatchObject({ code: 10010 });
    });

    it('covers the timestamp', async () => {
      const changed = { ...client.sign(LOGIN), timestamp: seconds() - 1 };
      expect(await client.send('POST', '/card/login', changed, 'json')).toMatchObject({ code: 10010 });
    });
  });

  it("uses the application's new mode immediately", async () => {
    const md5 = await server.client({ name: 'Changes mode', ...CARDS });
    const hmac = withOther(md5, { sign_mode: 'hmac-sha256' });
    await server.apply({ name: 'Changes mode', sign_mode: 'hmac-sha256' });
    expect(await login(md5)).toMatchObject({ code: 10010 });
    expect(await login(hmac)).toMatchObject({ code: 0 });
  });

  describe.each(MODES)('a request signed in mode %s', (sign_mode) => {
    let client: SignedClient;
    beforeAll(async () => {
      client = await server.client({
        name: `Splits ${sign_mode}`,
        sign_mode,
        response_signature: true,
        ...CARDS,
      });
      // The first response reserves nonces in the database, so that the forged requests below write nothing.
      await login(client);
    });

    /** Sends parameters with the sign of different parameters that have the same signed text. */
    const forge = async (path: string, signed: Parameters, forged: Record<string, string>) => {
      const { sign } = client.sign(signed);
      expect(client.signatureOf(forged)).toBe(sign);
      const before = await snapshotTables(server.dataSource);
      const answer = await client.send('POST', path, { ...forged, sign: sign! }, 'json');
      expect(await snapshotTables(server.dataSource)).toEqual(before);
      return answer;
    };
    const common = (nonce: string, timestamp = seconds()) => ({
      app_key: client.credentials.app_key,
      nonce,
      timestamp: String(timestamp),
    });

    it('cannot become a login of another card and device with another nonce and time', async () => {
      const [F, T] = [randomUUID(), String(seconds())];
      const card = `C1&device_id=evil&nonce=${F}&timestamp=${T}&z=`;
      const { nonce, timestamp } = common('N');
      const honest = { card, device_id: 'D1', nonce, timestamp };
      const z = `&device_id=D1&nonce=N&timestamp=${timestamp}`;
      const answer = await forge('/card/login', honest, {
        ...common(F),
        card: 'C1',
        device_id: 'evil',
        z,
      });
      expect(answer).toMatchObject({ status: 200, code: 400, errs: { z: 'must not contain &' } });
      // The forged request is also refused if the rest of the text is in a parameter of the endpoint, here `token`.
      const asToken = await forge(
        '/card/heartbeat',
        { ...honest, card: card.replace('&z=', '&token=') },
        { ...common(F), card: 'C1', device_id: 'evil', token: z },
      );
      expect(asToken).toMatchObject({
        code: 400,
        errs: { token: 'must not contain both &nonce= and &timestamp=' },
      });
    });

    it('cannot become a function call with another nonce', async () => {
      const F = randomUUID();
      const signed = {
        device_id: `d&nonce=${F}&params=["`,
        password: '"]',
        username: 'U',
        ...common('N'),
      };
      const params = '["&nonce=N&password="]';
      const answer = await forge('/remote/functions/f/call', signed, {
        ...common(F),
        device_id: 'd',
        params,
        username: 'U',
      });
      expect(answer).toMatchObject({ code: 400 });
      expect(Object.keys(answer.errs!)).toEqual(['params']);
      // The request is refused before its nonce is claimed. The response is signed, since the signature of
      // the request is correct.
      expect(answer.sign).toBe(responseSignOf(answer, client.credentials));
      expect(await login(client, { nonce: F })).toMatchObject({ code: 0 });
    });

    it('cannot be made from a signed response', async () => {
      const { app_key } = client.credentials;
      const config = `"&app_key=${app_key}&card=C1&config=1&nonce=F&timestamp=${seconds()}&x="`;
      // The server now refuses this value from clients, but an earlier version may have stored it.
      await server.apply({
        name: `Splits ${sign_mode}`,
        cards: [{ card: 'C1', card_type: 'Month', config }],
      });
      const answer = await client.get('/card/config', { card: 'C1' });
      expect(answer).toMatchObject({ code: 0, result: { config } });
      const forged: Parameters = {
        '0okconfig': '"',
        ...common('F'),
        card: 'C1',
        config: '1',
        x: `"${answer.nonce!}`,
      };
      expect(client.signatureOf(forged)).toBe(answer.sign);
      const told = await client.send('POST', '/card/config', { ...forged, sign: answer.sign! }, 'json');
      expect(told).toMatchObject({ code: 400 });
      expect(Object.keys(told.errs!)).toEqual(['0okconfig']);
    });

    it('is refused if a parameter is hidden in the name of another', async () => {
      const config = '{"u":"http://h/?k=v"}';
      const { config: _config, ...rest } = client.sign({ card: 'C1', config }) as Record<string, string>;
      const split = { ...rest, 'config={"u":"http://h/?k': 'v"}' };
      expect(client.signatureOf(split)).toBe(rest.sign);
      expect(await client.send('POST', '/card/config', split, 'json')).toMatchObject({ code: 400 });
    });

    it('may contain & in known parameters', async () => {
      const config = '{"u":"http://h/?a=1&nonce=5&b=2&timestamp"}';
      expect(await client.post('/card/config', { card: 'C1', config })).toMatchObject({ code: 0 });
      expect(await login(client, { device_id: 'a&b' })).toMatchObject({ code: 10217 });
    });
  });

  describe('nonce', () => {
    let client: SignedClient;
    beforeAll(async () => {
      client = await server.client({ name: 'Nonce', ...CARDS });
    });

    it('is not accepted again as part of a longer nonce with the same signature', async () => {
      const signed = client.sign({ card: 'C1', device_id: 'D1', nonce: 'N', note: '1' });
      expect(await client.send('POST', '/card/login', signed, 'json')).toMatchObject({ code: 0 });
      const { note: _note, ...rest } = signed;
      const spliced = { ...rest, nonce: 'N&note=1' };
      expect(client.signatureOf(spliced)).toBe(signed.sign);
      expect(await client.send('POST', '/card/login', spliced, 'json')).toMatchObject({
        code: 400,
        errs: { nonce: 'must not contain &' },
      });
    });

    it('is refused again for 90 s and accepted afterwards', async () => {
      const nonce = randomUUID();
      expect(await login(client, { nonce })).toMatchObject({ code: 0 });
      expect(await login(client, { nonce })).toMatchObject({ status: 200, code: 10014 });
      server.clock.advance(89.999);
      expect(await login(client, { nonce })).toMatchObject({ code: 10014 });
      server.clock.advance(0.001);
      expect(await login(client, { nonce })).toMatchObject({ code: 0 });
    });

    it('is used up for all endpoints', async () => {
      const nonce = randomUUID();
      expect(await login(client, { nonce })).toMatchObject({ code: 0 });
      expect(await client.get('/card/config', { card: 'C1', nonce })).toMatchObject({ code: 10014 });
    });

    it('is compared byte for byte', async () => {
      const nonce = randomUUID().slice(0, 30);
      for (const other of [`${nonce}a`, `${nonce}A`, `${nonce}a `]) {
        expect(await login(client, { nonce: other })).toMatchObject({ code: 0 });
      }
    });

    it('is consumed by a request that is refused after the signature', async () => {
      const nonce = randomUUID();
      expect(await login(client, { nonce, card: 'C9' })).toMatchObject({ code: 10218 });
      expect(await login(client, { nonce })).toMatchObject({ code: 10014 });
    });

    it.each([
      ['a wrong signature', { sign: '0'.repeat(32) }, 10010],
      ['a timestamp in the future', { timestamp: 999_999_999_999 }, 10013],
      ['a timestamp that is too old', { timestamp: 1 }, 10011],
      ['a malformed timestamp', { timestamp: 'now' }, 400],
    ])('is not used up by a request with %s', async (_, fault, code) => {
      const nonce = randomUUID();
      expect(await login(client, { nonce, ...fault })).toMatchObject({ code });
      expect(await login(client, { nonce })).toMatchObject({ code: 0 });
    });

    it('may be the same in another application', async () => {
      const other = await server.client({ name: 'Nonce, other', ...CARDS });
      const nonce = randomUUID();
      expect(await login(client, { nonce })).toMatchObject({ code: 0 });
      expect(await login(other, { nonce })).toMatchObject({ code: 0 });
    });

    it('stays used when the clock is set back', async () => {
      const nonce = randomUUID();
      expect(await login(client, { nonce })).toMatchObject({ code: 0 });
      server.clock.advance(-3600);
      expect(await login(client, { nonce })).toMatchObject({ code: 10014 });
      server.clock.advance(3600);
      expect(await login(client, { nonce })).toMatchObject({ code: 10014 });
    });

    it.each([
      ['whole', 0, 300],
      ['nearly over', 0.999, 301],
    ])(
      'is stored as long as a request of a clock that is far ahead stays acceptable (current second: %s)',
      async (_, fraction, ahead) => {
        const lenient = await server.client({ name: `Ahead ${ahead}`, clock_leeway_sec: 300, ...CARDS });
        server.clock.advance(fraction);
        const parameters = lenient.sign({ ...LOGIN, timestamp: seconds() + ahead });
        const replay = () => lenient.send('POST', '/card/login', parameters, 'json');
        expect(await replay()).toMatchObject({ code: 0 });
        let passed = 0;
        for (const after of [89, 90, 91, 180, 300, ahead + 59, ahead + 60]) {
          server.clock.advance(after - passed);
          passed = after;
          expect(await replay()).toMatchObject({ code: 10014 });
        }
        server.clock.advance(1);
        expect(await replay()).toMatchObject({ code: 10011 });
        server.clock.advance(fraction === 0 ? 0 : 1 - fraction);
      },
    );

    it('lets exactly one of many identical requests in parallel pass', async () => {
      const parameters = client.sign(LOGIN);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => client.send('POST', '/card/login', parameters, 'json')),
      );
      expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
        0,
        ...Array.from({ length: 19 }, () => 10014),
      ]);
    });
  });

  describe('language zh-CN', () => {
    let client: SignedClient;
    beforeAll(async () => {
      client = await server.client({ name: 'Chinese', language: 'zh-CN', ...CARDS });
      await login(client, { nonce: 'used' });
    });

    it.each<[code: number, message: string, send: () => Promise<Answer>]>([
      [0, 'ok', () => login(client)],
      [10010, '签名错误', () => login(client, { sign: 'x' })],
      [10011, '签名已过期：时间戳早于服务器时间超过 60 秒', () => login(client, { timestamp: 1 })],
      [10013, '时间戳异常：晚于服务器时间', () => login(client, { timestamp: 999_999_999_999 })],
      [10014, 'nonce 重复', () => login(client, { nonce: 'used' })],
      [10218, '卡密不可用（不存在）', () => login(client, { card: 'C9' })],
      [400, '参数错误: device_id 长度必须为 1 到 128 个字符', () => login(client, { device_id: '' })],
      [400, '参数错误: timestamp 必须是整数秒（Unix 时间戳）', () => login(client, { timestamp: 'now' })],
    ])('leaves the code %d and says %s', async (code, message, send) => {
      expect(await send()).toMatchObject({ status: 200, code, message });
    });

    it.each<[what: string, type: string, written: (body: string) => string]>([
      ['null', 'application/json', (body) => body.replace('{', '{"x":null,')],
      ['a fraction', 'application/json', (body) => body.replace('{', '{"x":1.5,')],
      ['a list', 'application/json', (body) => body.replace('{', '{"x":[],')],
      ['a repeated key', 'application/json', (body) => body.replace('{', '{"card":"C1",')],
      ['a body that is cut off', 'application/json', (body) => body.slice(0, -1)],
      ['a file', 'multipart/form-data; boundary=B', (body) => multipart(body)],
      ['a content type that is not supported', 'text/xml', (body) => body],
    ])('is used for %s, where no signature can be checked', async (_, type, written) => {
      const body = written(JSON.stringify(client.sign(LOGIN)));
      const answer = await client.request('POST', '/card/login', body, { 'content-type': type });
      expect(answer.message).toMatch(/^(?:参数错误|不支持的内容类型)/);
      expect(answer).toMatchObject({ nonce: '', sign: '' });
    });
    const multipart = (body: string) => {
      const fields = Object.entries(JSON.parse(body) as Record<string, string>).map(
        ([name, value]) => `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
      return `${fields.join('')}--B\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nx\r\n--B--\r\n`;
    };

    it('applies when only the URL identifies the application', async () => {
      const query = `?app_key=${client.credentials.app_key}`;
      expect((await client.request('GET', `/nope${query}`)).message).toBe('接口不存在');
      expect((await client.request('GET', `/remote/variables/%zz${query}`)).message).toMatch(
        /^参数错误: path/,
      );
      const large = await client.request('POST', `/card/login${query}`, 'x'.repeat(300_000), {
        'content-type': 'application/json',
      });
      expect(large).toMatchObject({ status: 413, message: '请求内容过大' });
    });

    it('does not apply to other applications', async () => {
      const other = await server.client({ name: 'English' });
      expect(await login(other, { sign: 'x' })).toMatchObject({ code: 10010, message: 'signature mismatch' });
    });
  });
});
