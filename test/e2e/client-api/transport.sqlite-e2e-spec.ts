import { beforeAll, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import type { Answer, Encoding, Parameters, SignedClient } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';

const BODY_LIMIT = 256 * 1024;
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const LOGIN = { card: 'C1', device_id: 'D1' };
/** Members of a response without a signature. */
const UNSIGNED = { nonce: '', sign: '' };

const form = (parameters: Parameters) =>
  new URLSearchParams(Object.entries(parameters).map(([key, value]) => [key, String(value)]));

const manyParameters = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, '']));

function expectBadParameters(answer: Answer, errs: Record<string, unknown>) {
  expect(answer).toMatchObject({ status: 200, code: 400 });
  expect(answer.errs).toEqual(errs);
}

describe('Transport of the client API', () => {
  const server = TestServer.forSuite();
  let client: SignedClient;
  beforeAll(async () => {
    client = await server.client({
      card_types: [{ name: 'Month', duration: { unit: 'days', amount: 30 } }],
      cards: [{ card: 'C1', card_type: 'Month', config: '{"a":1}' }],
    });
  });

  const login = (body: RequestInit['body'], type?: string, query = '') =>
    client.request('POST', `/card/login${query}`, body, type ? { 'content-type': type } : {});

  /** A signed login whose parameter `x` is written as `json` and signed as `text`. */
  const loginWith = (json: string, text: string) =>
    login(
      JSON.stringify(client.sign({ ...LOGIN, x: text })).replace(/"x":"[^"]*"/, `"x":${json}`),
      JSON_TYPE,
    );

  /** A signed login with a file part. */
  const file = (name: string) => {
    const body = new FormData();
    for (const [key, value] of Object.entries(client.sign(LOGIN))) body.append(key, String(value));
    body.append(name, new Blob(['x']), 'x.txt');
    return body;
  };

  /** Returns a signed login of a given size. */
  const padded = (bytes: number) => {
    const empty = JSON.stringify(client.sign({ ...LOGIN, pad: '' }));
    return JSON.stringify(client.sign({ ...LOGIN, pad: 'x'.repeat(bytes - empty.length) }));
  };

  describe('where parameters come from', () => {
    it('reads the parameters of a GET from the query', async () => {
      expect(await client.get('/card/config', { card: 'C1' })).toMatchObject({
        status: 200,
        code: 0,
        result: { config: '{"a":1}' },
      });
    });

    it.each<Encoding>(['json', 'form', 'multipart', 'query'])(
      'takes those of a POST as %s',
      async (encoding) => {
        expect(await client.post('/card/login', LOGIN, encoding)).toMatchObject({ status: 200, code: 0 });
      },
    );

    it.each<Encoding>(['json', 'form', 'multipart', 'query'])(
      'keeps Unicode and punctuation in %s',
      async (encoding) => {
        const extra = { note: '值 😀+%2Ba=b;"\\', __proto: ' x ' };
        expect(await client.post('/card/login', { ...LOGIN, ...extra }, encoding)).toMatchObject({ code: 0 });
        const config = '"值 😀+%2B&a=b;"';
        const answer = await client.post('/card/config', { card: 'C1', config }, encoding);
        expect(answer).toMatchObject({ code: 0 });
      },
    );

    it('merges query and body', async () => {
      const { card, device_id, ...common } = client.sign(LOGIN);
      const body = JSON.stringify({ card, device_id });
      expect(await login(body, JSON_TYPE, `?${form(common).toString()}`)).toMatchObject({ code: 0 });
    });

    it('accepts an unquoted multipart field name, as .NET sends it', async () => {
      const parts = Object.entries(client.sign(LOGIN)).map(
        ([key, value]) =>
          `--B\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name=${key}\r\n\r\n${value}\r\n`,
      );
      const answer = await login(`${parts.join('')}--B--\r\n`, 'multipart/form-data; boundary="B"');
      expect(answer).toMatchObject({ code: 0 });
    });

    it.each([
      ['charset=utf-8', JSON_TYPE],
      ['charset=UTF8', JSON_TYPE],
      ['charset="UTF-8"', FORM_TYPE],
    ])('accepts a content type with %s (%s)', async (charset, type) => {
      const parameters = client.sign(LOGIN);
      const body = type === JSON_TYPE ? JSON.stringify(parameters) : form(parameters).toString();
      expect(await login(body, `${type.toUpperCase()} ; ${charset}`)).toMatchObject({ code: 0 });
    });

    it('accepts a compressed body', async () => {
      const body = gzipSync(JSON.stringify(client.sign(LOGIN)));
      const headers = { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' };
      expect(await client.request('POST', '/card/login', body, headers)).toMatchObject({ code: 0 });
    });

    it('compares cards byte for byte', async () => {
      for (const card of ['c1', 'C1\u0301', 'Ｃ1']) {
        expect(await client.get('/card/config', { card })).toMatchObject({ code: 10218 });
      }
    });
  });

  describe('one value for each key', () => {
    it('accepts a key in query and body with one value', async () => {
      const parameters = client.sign({ ...LOGIN, n: 5 });
      expect(await login(JSON.stringify(parameters), JSON_TYPE, '?card=C1&n=5')).toMatchObject({ code: 0 });
    });

    it.each<Encoding>(['json', 'form', 'multipart'])(
      'refuses a key in query and %s body with two values',
      async (encoding) => {
        const answer = await client.send('POST', '/card/login?card=C2', client.sign(LOGIN), encoding);
        expectBadParameters(answer, { card: 'is given more than once' });
      },
    );

    it('refuses a key that is empty in the query and not in the body', async () => {
      const answer = await client.send('POST', '/card/login?card=', client.sign(LOGIN), 'json');
      expectBadParameters(answer, { card: 'is given more than once' });
    });

    it.each(['C1', 'C2'])('refuses a repeated key in the query, the other value being %s', async (other) => {
      const query = form(client.sign({ card: 'C1' })).toString();
      const answer = await client.request('GET', `/card/config?${query}&card=${other}`);
      expectBadParameters(answer, { card: 'is given more than once' });
    });

    it.each(['C1', 'C2'])('refuses a repeated key in a form, the other value being %s', async (other) => {
      const answer = await login(`${form(client.sign(LOGIN)).toString()}&card=${other}`, FORM_TYPE);
      expectBadParameters(answer, { card: 'is given more than once' });
    });

    it.each(['C1', 'C2'])('refuses a repeated key in multipart, the other value being %s', async (other) => {
      const body = new FormData();
      for (const [key, value] of Object.entries(client.sign(LOGIN))) body.append(key, String(value));
      body.append('card', other);
      expectBadParameters(await login(body), { card: 'is given more than once' });
    });

    it.each(['"card":"C1"', '"card":"C2"', '"\\u0063ard":"C2"', '"card":{"a":"b"}', '"card":null'])(
      'refuses a repeated key in JSON: %s',
      async (member) => {
        const json = JSON.stringify(client.sign(LOGIN)).replace('{', `{${member},`);
        expectBadParameters(await login(json, JSON_TYPE), { body: 'is given more than once' });
      },
    );
  });

  describe('JSON values', () => {
    it.each([
      ['5', '5'],
      ['-7', '-7'],
      ['-0', '0'],
      ['1e3', '1000'],
      ['1.0', '1'],
      ['9007199254740991', '9007199254740991'],
      ['true', 'true'],
      ['false', 'false'],
    ])('signs %s as the text %s', async (json, text) => {
      expect(await loginWith(json, text)).toMatchObject({ code: 0 });
    });

    it('refuses a number that was signed in its written form instead of its decimal text', async () => {
      expect(await loginWith('1e3', '1e3')).toMatchObject({ code: 10010 });
    });

    it.each(['1.5', '9007199254740992', '1e400'])('refuses the number %s', async (json) => {
      const reason = 'must be a whole number within ±9007199254740991';
      expectBadParameters(await loginWith(json, 'x'), { x: reason });
    });

    it.each(['null', '[]', '["a"]', '{}', '{"a":"b"}'])('refuses the value %s', async (json) => {
      const reason = 'must be a single text, whole number, true or false';
      expectBadParameters(await loginWith(json, 'x'), { x: reason });
    });
  });

  describe('extra parameters', () => {
    it.each<Encoding>(['json', 'form', 'multipart', 'query'])(
      'are signed with the others (%s)',
      async (encoding) => {
        const parameters = client.sign({ ...LOGIN, extra: 'x', empty: '' });
        const { extra, ...without } = parameters;
        const send = (changed: Parameters) => client.send('POST', '/card/login', changed, encoding);
        expect(await send({ ...parameters, extra: 'y' })).toMatchObject({ code: 10010 });
        expect(await send({ ...without, Extra: extra! })).toMatchObject({ code: 10010 });
        expect(await send({ ...parameters, more: '' })).toMatchObject({ code: 10010 });
        expect(await send(without)).toMatchObject({ code: 10010 });
        expect(await send(parameters)).toMatchObject({ code: 0 });
      },
    );

    it('are read up to 1000 parameters in all', async () => {
      // app_key, timestamp, nonce, sign, card and device_id are the other six.
      expect(await client.post('/card/login', { ...LOGIN, ...manyParameters(994) }, 'form')).toMatchObject({
        code: 0,
      });
      const answer = await client.post('/card/login', { ...LOGIN, ...manyParameters(995) }, 'form');
      expectBadParameters(answer, { body: 'must hold at most 1000 parameters' });
    });
  });

  describe('bodies that cannot be read', () => {
    it('refuses a file part by its name', async () => {
      expectBadParameters(await login(file('picture')), { picture: 'must be a plain field, not a file' });
    });

    it.each(['[]', '"text"', '1', 'null'])('refuses JSON that is not an object: %s', async (body) => {
      expectBadParameters(await login(body, JSON_TYPE), {
        body: 'must be a single text, whole number, true or false',
      });
    });

    it.each([
      ['JSON', '{"card":"C\xff1"}', JSON_TYPE],
      ['a form', 'card=C\xff1', FORM_TYPE],
    ])('refuses bad UTF-8 in %s', async (_, body, type) => {
      expectBadParameters(await login(Buffer.from(body, 'latin1'), type), {
        body: 'must be well-formed Unicode text',
      });
    });

    describe('whose escapes or parts are not UTF-8', () => {
      /** A signed login with one U+FFFD: a lenient decoder reads the invalid bytes as this character. */
      const signed = () => client.sign({ ...LOGIN, device_id: 'D\ufffd' });
      const escaped = () => form(signed()).toString().replace('%EF%BF%BD', '%B5%B1');
      const multipart = (as: string) => {
        const parts = Object.entries(signed()).map(
          ([key, value]) => `--B\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
        );
        const body = Buffer.from(`${parts.join('')}--B--\r\n`).toString('latin1');
        return Buffer.from(body.replace('\xef\xbf\xbd', as), 'latin1');
      };
      const sendMultipart = (as: string) => login(multipart(as), 'multipart/form-data; boundary=B');

      it.each([
        ['a form', () => login(escaped(), FORM_TYPE)],
        ['a query', () => login(undefined, undefined, `?${escaped()}`)],
        ['multipart', () => sendMultipart('\xb5\xb1')],
      ])('refuses %s', async (_, send) => {
        expectBadParameters(await send(), { device_id: 'must be well-formed Unicode text' });
      });

      it('accepts the character itself', async () => {
        const sent = [
          await login(form(signed()).toString(), FORM_TYPE),
          await login(undefined, undefined, `?${form(signed()).toString()}`),
          await sendMultipart('\xef\xbf\xbd'),
        ];
        // A device other than the bound one.
        for (const answer of sent) expect(answer).toMatchObject({ code: 10217 });
      });
    });

    it('refuses half a surrogate pair in JSON', async () => {
      expectBadParameters(await login('{"card":"\\ud83d"}', JSON_TYPE), {
        card: 'must be well-formed Unicode text',
      });
    });

    describe('get a regular message in the language of the application', () => {
      const multipart = (boundary: string) => `multipart/form-data${boundary}`;
      const JSON_WORDS = ['must be valid JSON text', '必须是有效的 JSON 文本'] as const;
      const PART_WORDS = [
        'must be complete multipart/form-data, each part a field with a name',
        '必须是完整的 multipart/form-data，且每个部分都是带名称的字段',
      ] as const;
      const BOUNDARY_WORDS = [
        'needs a multipart boundary of at most 70 characters in content-type',
        'content-type 须给出 multipart 边界（boundary），且不超过 70 个字符',
      ] as const;
      const PACKED_WORDS = [
        'cannot be decompressed as content-encoding says',
        '无法按 content-encoding 解压',
      ] as const;
      let chinese: SignedClient;
      beforeAll(async () => {
        chinese = await server.client({ name: 'Chinese', language: 'zh-CN' });
      });

      it.each<[string, RequestInit['body'], string, readonly [string, string], string | null]>([
        ['JSON that is broken', '{"card":', JSON_TYPE, JSON_WORDS, null],
        ['a form sent as JSON', 'card=C1', JSON_TYPE, JSON_WORDS, null],
        ['multipart without a boundary', 'x', multipart(''), BOUNDARY_WORDS, null],
        [
          'multipart with a long boundary',
          'x',
          multipart(`; boundary=${'B'.repeat(300)}`),
          BOUNDARY_WORDS,
          null,
        ],
        ['multipart that is broken', 'x', multipart('; boundary=B'), PART_WORDS, null],
        ['multipart that is cut off', '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\nx', multipart('; boundary=B'), PART_WORDS, null], // prettier-ignore
        ['a field without a name', '--B\r\nContent-Disposition: form-data\r\n\r\nx\r\n--B--', multipart('; boundary=B'), PART_WORDS, null], // prettier-ignore
        ['invalid gzip', '{"card":"C1"}', JSON_TYPE, PACKED_WORDS, 'gzip'],
        ['gzip that is cut off', gzipSync('{"card":"C1"}').subarray(0, -9), JSON_TYPE, PACKED_WORDS, 'gzip'],
        ['invalid deflate', '{"card":"C1"}', JSON_TYPE, PACKED_WORDS, 'deflate'],
        ['invalid brotli', '{"card":"C1"}', JSON_TYPE, PACKED_WORDS, 'br'],
        ['invalid zstd', '{"card":"C1"}', JSON_TYPE, PACKED_WORDS, 'zstd'],
      ])('%s', async (_, body, type, words, packing) => {
        const headers = { 'content-type': type, ...(packing && { 'content-encoding': packing }) };
        const all = [client, chinese].map(async (of, language) => {
          const answer = await of.request(
            'POST',
            `/card/login?app_key=${of.credentials.app_key}`,
            body,
            headers,
          );
          expectBadParameters(answer, { body: words[language] });
          expect(answer.message).toBe(`${['bad parameters', '参数错误'][language]}: body ${words[language]}`);
        });
        await Promise.all(all);
      });

      it.each(['%zz', '%ff'])('a path with %s', async (key) => {
        const words = ['must contain only % escapes of well-formed UTF-8', '百分号编码必须是有效的 UTF-8'];
        const answers = await Promise.all([client, chinese].map((of) => of.get(`/remote/variables/${key}`)));
        for (const [language, answer] of answers.entries())
          expectBadParameters(answer, { path: words[language] });
      });
    });

    it('continues after a truncated file part', async () => {
      const body = '--B\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nx';
      expectBadParameters(await login(body, 'multipart/form-data; boundary=B'), {
        a: 'must be a plain field, not a file',
      });
      expect(await client.post('/card/login', LOGIN)).toMatchObject({ code: 0 });
    });
  });

  describe('in a browser', () => {
    it.each(['/card/login', '/remote/data/k', '/nope'])(
      '%s may be called by pages of any site',
      async (path) => {
        const response = await fetch(`${server.url}/api/client/v1${path}`, {
          method: 'OPTIONS',
          headers: {
            origin: 'https://example.com',
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'content-type',
          },
        });
        expect([response.status, await response.text()]).toEqual([204, '']);
        const allowed = (what: string) => response.headers.get(`access-control-allow-${what}`);
        expect([allowed('origin'), allowed('methods'), allowed('credentials')]).toEqual([
          '*',
          'GET, POST, DELETE',
          null,
        ]);
        expect(allowed('headers')).toMatch(/content-type/i);
      },
    );

    it('a refusal exposes the headers that a client needs', async () => {
      const { headers } = await client.post('/card/login', { ...LOGIN, timestamp: 1 });
      expect(headers.get('access-control-expose-headers')).toBe('Date, Retry-After, X-Request-Id');
    });

    it('the admin API has no CORS headers', async () => {
      for (const method of ['OPTIONS', 'GET']) {
        const { headers } = await fetch(`${server.url}/api/admin/v1/auth/me`, { method });
        expect(headers.get('access-control-allow-origin')).toBeNull();
      }
    });
  });

  describe('HTTP status', () => {
    it('accepts a body of exactly the limit', async () => {
      const body = padded(BODY_LIMIT);
      expect(Buffer.byteLength(body)).toBe(BODY_LIMIT);
      expect(await login(body, JSON_TYPE)).toMatchObject({ status: 200, code: 0 });
    });

    it.each([JSON_TYPE, FORM_TYPE, 'multipart/form-data; boundary=B'])(
      'answers 413 to a body over the limit (%s)',
      async (type) => {
        const answer = await login(padded(BODY_LIMIT + 1), type);
        expect(answer).toMatchObject({ status: 413, code: 413, message: 'the request is too large' });
      },
    );

    it('answers 413 to a small body that inflates over the limit', async () => {
      const headers = { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' };
      const answer = await client.request('POST', '/card/login', gzipSync(padded(BODY_LIMIT + 1)), headers);
      expect(answer).toMatchObject({ status: 413, code: 413 });
    });

    it('follows BODY_LIMIT_BYTES', async () => {
      const small = await TestServer.start({ BODY_LIMIT_BYTES: '1024' });
      try {
        const other = await small.client({});
        const send = (pad: number) => other.post('/card/login', { ...LOGIN, pad: 'x'.repeat(pad) });
        expect(await send(500)).toMatchObject({ status: 200, code: 10218 });
        expect(await send(1024)).toMatchObject({ status: 413, code: 413 });
      } finally {
        await small.stop();
      }
    });

    it.each([
      ['text/xml', 'text/xml'],
      ['text/plain', 'text/plain;charset=UTF-8'],
      ['application/octet-stream', 'application/octet-stream'],
      ['a type that only begins like JSON', 'application/json-patch+json'],
      ['JSON in GBK', 'application/json; charset=gbk'],
      ['JSON in UTF-16', 'application/json; charset=utf-16le'],
      ['a form in GB2312', 'application/x-www-form-urlencoded;charset="gb2312"'],
      [
        'a form in Latin-1, the option in upper case',
        'application/x-www-form-urlencoded; CHARSET=ISO-8859-1',
      ],
    ])('answers 415 to %s', async (_, type) => {
      const answer = await login(JSON.stringify(client.sign(LOGIN)), type);
      expect(answer).toMatchObject({ status: 415, code: 415 });
      expect(answer.message).toMatch(/^unsupported content type/);
    });

    it('answers 415 to a body without a content type', async () => {
      const body = Buffer.from(JSON.stringify(client.sign(LOGIN)));
      expect(await login(body)).toMatchObject({ status: 415, code: 415 });
    });

    it('answers 415 to an unknown content encoding', async () => {
      const headers = { 'content-type': JSON_TYPE, 'content-encoding': 'compress' };
      const answer = await client.request('POST', '/card/login', JSON.stringify(client.sign(LOGIN)), headers);
      expect(answer).toMatchObject({ status: 415, code: 415 });
    });

    it.each([
      ['POST', '/card/nope'],
      ['POST', '/nope/login'],
      ['GET', ''],
      ['GET', '/'],
      ['GET', '/card'],
      ['GET', '/card/login'],
      ['PUT', '/card/login'],
      ['DELETE', '/card/login'],
      ['PATCH', '/card/config'],
      ['POST', '/card/login/more'],
    ])('answers 404 with an envelope to %s %s', async (method, path) => {
      const answer = await client.request(method, path);
      expect(answer.status).toBe(404);
      expect(JSON.parse(answer.text)).toEqual({ code: 404, message: 'no such endpoint', ...UNSIGNED });
    });

    it('answers 404 without an envelope outside of the prefix', async () => {
      for (const path of ['/api/client/v2/card/login', '/api/client/v1x', '/nope']) {
        const response = await fetch(server.url + path);
        expect(response.status).toBe(404);
        expect(await response.json()).not.toHaveProperty('code');
      }
    });
  });

  describe('every answer', () => {
    it.each([
      ['a success with a result', () => client.post('/card/login', LOGIN), ['code', 'message', 'result']],
      [
        'a success without a result',
        () => client.post('/card/config', { card: 'C1', config: '{"a":1}' }),
        ['code', 'message'],
      ],
      [
        'a refusal',
        () => client.post('/card/login', { ...LOGIN, card: 'C9' }),
        ['code', 'message', 'nonce', 'sign'],
      ],
      [
        'a wrong signature',
        () => client.post('/card/login', { ...LOGIN, sign: 'x' }),
        ['code', 'message', 'nonce', 'sign'],
      ],
      ['bad parameters', () => client.post('/card/login', {}), ['code', 'message', 'errs', 'nonce', 'sign']],
      ['404', () => client.request('GET', '/nope'), ['code', 'message', 'nonce', 'sign']],
      ['413', () => login('x'.repeat(BODY_LIMIT + 1), JSON_TYPE), ['code', 'message', 'nonce', 'sign']],
      ['415', () => login('<a/>', 'text/xml'), ['code', 'message', 'nonce', 'sign']],
    ])('is JSON in UTF-8 with the fields of an envelope and a request id: %s', async (_, send, fields) => {
      // prettier-ignore
      const [answer, other] = [await send(), await send()];
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(Object.keys(JSON.parse(answer.text) as object)).toEqual(fields);
      expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
      expect(answer.headers.get('x-request-id')).not.toBe(other.headers.get('x-request-id'));
    });

    it('reports bad parameters in the message and by parameter', async () => {
      const answer = await client.post('/card/login', { ...LOGIN, device_id: '' });
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toEqual({
        code: 400,
        message: 'bad parameters: device_id must have 1 to 128 characters',
        errs: { device_id: 'must have 1 to 128 characters' },
        ...UNSIGNED,
      });
      const { message } = await client.post('/card/login', { card: 'C1 ' });
      expect(message).toContain('device_id is required');
      expect(message).toContain('card must be printable text without white space around it');
    });

    it('hides internal errors behind a 500 with the request id', async () => {
      const broken = await TestServer.start();
      try {
        const other = await broken.client({});
        await broken.dataSource.query('ALTER TABLE cards RENAME TO cards_gone');
        const answer = await other.post('/card/login', LOGIN);
        expect(answer.status).toBe(500);
        expect(JSON.parse(answer.text)).toEqual({
          code: 500,
          message: 'internal error; the request id helps to find it in the log',
          request_id: answer.headers.get('x-request-id'),
          ...UNSIGNED,
        });
      } finally {
        await broken.stop();
      }
    });
  });
});
