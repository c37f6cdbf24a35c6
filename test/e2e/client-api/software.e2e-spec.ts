import { describe, expect, it } from '@jest/globals';
import { expectRefused } from '../../support/card-application.js';
import { responseSignOf } from '../../support/response-signature.js';
import type { Parameters, SignedClient } from '../../support/signed-client.js';
import { type ApplicationFile, TestServer } from '../../support/test-server.js';

interface Version {
  forced?: boolean;
  version: string;
  channel?: string;
  url?: string;
  notice?: string;
  released?: boolean;
}

const LATEST = '/software/version/latest';

describe('/software', () => {
  const server = TestServer.forSuite();
  let count = 0;

  const create = (application: ApplicationFile = {}) =>
    server.client({ name: `Software ${++count}`, ...application });
  /** Returns a client of an application with these versions. A plain text is a version in the channel `stable`. */
  const withVersions = (...versions: (string | Version)[]) =>
    create({
      versions: versions.map((given) => {
        const version: Version = typeof given === 'string' ? { version: given } : given;
        return { url: `https://example.com/${version.version}`, ...version };
      }),
    });
  /** Version text that a client gets. */
  const latestOf = async (client: SignedClient, parameters: Parameters = {}) => {
    const { code, result } = await client.get(LATEST, parameters);
    expect(code).toBe(0);
    return result!.version;
  };
  const expectLatestAlready = async (client: SignedClient, parameters: Parameters = {}) => {
    const answer = await expectRefused(server, 10304, () => client.get(LATEST, parameters));
    expect(answer.message).toBe('this is the latest version already');
  };

  describe.each(['config', 'notice'])('/%s', (what) => {
    it('answers an empty text if none was ever set', async () => {
      const answer = await (await create()).get(`/software/${what}`);
      expect(JSON.parse(answer.text)).toEqual({ code: 0, message: 'ok', result: { [what]: '' } });
    });

    it.each(['{"a": 1}', '公告 🔑\n& = "quoted"', ' ', '界'.repeat(21_845)])(
      'returns the application’s text exactly: %j',
      async (text) => {
        const client = await create({ [what]: text });
        expect((await client.get(`/software/${what}`)).result).toEqual({ [what]: text });
      },
    );

    it('answers a change at once, and only of the requested application', async () => {
      const client = await create({ [what]: 'before' });
      await create({ [what]: 'of another' });
      await server.apply({ name: `Software ${count - 1}`, [what]: 'after' });
      expect((await client.get(`/software/${what}`)).result).toEqual({ [what]: 'after' });
    });
  });

  describe('/version/latest', () => {
    it('answers notice, url, version and the time of the server', async () => {
      const client = await withVersions(
        { version: '1.0', url: 'https://example.com/old', notice: 'old' },
        { version: 'v1.1', url: 'https://example.com/新?a=1&b=2', notice: '新\nnew' },
      );
      const answer = await client.get(LATEST, { version: '1.0' });
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toEqual({
        code: 0,
        message: 'ok',
        result: {
          notice: '新\nnew',
          url: 'https://example.com/新?a=1&b=2',
          version: 'v1.1',
          server_time: Math.floor(server.clock.now() / 1000),
        },
      });
    });

    it('has an empty notice if there is none', async () => {
      expect((await (await withVersions('1.0')).get(LATEST)).result).toMatchObject({ notice: '' });
    });

    it.each([
      ['numbers, not texts', ['1.9', '1.10', '1.2'], '1.10'],
      ['numbers, with or without a v', ['v1.0', '2.0', 'V1.5'], '2.0'],
      ['more than three parts', ['1.0.0', '1.0.0.1', '1.0.0.0.0.9'], '1.0.0.1'],
      ['numbers beyond 2^53', ['1.9007199254740992', '1.9007199254740993', '1.1'], '1.9007199254740993'],
      ['a pre-release before its release', ['1.0.0-beta', '1.0.0', '1.0.0-rc.1'], '1.0.0'],
      ['pre-releases among themselves', ['1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-alpha'], '1.0.0-beta.11'],
      ['a pre-release after an earlier release', ['1.0.0', '1.0.1-alpha'], '1.0.1-alpha'],
    ])('finds the greatest version by %s, in any order of entry', async (_, versions, greatest) => {
      expect(await latestOf(await withVersions(...versions))).toBe(greatest);
      expect(await latestOf(await withVersions(...versions.toReversed()))).toBe(greatest);
    });

    it.each([
      ['1.9', '1.10'],
      ['v1.9', '1.10'],
      ['1.0.0-beta', '1.0.0'],
      ['1.0.0-beta', 'v1'],
      ['1', '1.0.0.1'],
      ['1.0.0-rc.9', '1.0.0-rc.10'],
      ['9007199254740992', '9007199254740993'],
      ['0', '0.0.1'],
    ])('informs a client with version %s about version %s', async (current, latest) => {
      expect(await latestOf(await withVersions(latest), { version: current })).toBe(latest);
    });

    it.each([
      ['1.10', '1.10'],
      ['1.10', '1.9'],
      ['1.10.0', '1.10'],
      ['v1.10', '1.10'],
      ['1.10', 'V1.10'],
      ['1.10+build7', '1.10'],
      ['2', '1.99.99'],
      ['1.0.0', '1.0.0-beta'],
      ['1.0.1-alpha', '1.0.0'],
      ['9007199254740993', '9007199254740992'],
    ])('answers 10304 to a client with %s if the latest version is %s', async (current, latest) => {
      await expectLatestAlready(await withVersions(latest), { version: current });
    });

    it('answers the latest version to a client that sends no version', async () => {
      expect(await latestOf(await withVersions('0.0'))).toBe('0.0');
    });

    describe('forced', () => {
      const LAST = { version: '3.0' };
      const forcedFor = async (client: SignedClient, parameters: object) =>
        (await client.get(LATEST, { ...parameters })).result?.forced;

      it.each<[string, string, number | undefined]>([
        ['older than the forced version', '1.9', 1],
        ['of the forced version', '2.0', undefined],
        ['written in another way', 'v2', undefined],
        ['newer than the forced version', '2.5', undefined],
        ['a pre-release of the forced version', '2.0-rc.1', 1],
        ['without numbers', 'nightly', 1],
      ])('a client %s (%s): %s', async (_, version, forced) => {
        const client = await withVersions('1.0', { version: '2.0', forced: true }, LAST);
        expect(await latestOf(client, { version })).toBe('3.0');
        expect(await forcedFor(client, { version })).toBe(forced);
      });

      it('is absent for a client without a version, and when no version is forced any more', async () => {
        const client = await withVersions({ version: '2.0', forced: true }, LAST);
        expect(await forcedFor(client, {})).toBeUndefined();
        expect(await forcedFor(client, { version: '' })).toBeUndefined();
        await server.apply({
          name: `Software ${count}`,
          versions: [{ version: '2.0', url: 'u', forced: false }],
        });
        expect(await forcedFor(client, { version: '1.0' })).toBeUndefined();
      });

      it('ignores drafts and other channels, and uses the greatest of several versions', async () => {
        const client = await withVersions(
          { version: '1.5', forced: true },
          { version: '2.5', forced: true, released: false },
          { version: '9.0', forced: true, channel: 'beta' },
          LAST,
        );
        expect(await forcedFor(client, { version: '1.4' })).toBe(1);
        expect(await forcedFor(client, { version: '2.0' })).toBeUndefined();
        await server.apply({
          name: `Software ${count}`,
          versions: [{ version: '2.5', url: 'u', released: true }],
        });
        expect(await forcedFor(client, { version: '2.0' })).toBe(1);
      });
    });

    it('hides drafts until they are released', async () => {
      const client = await withVersions('1.0', { version: '2.0', released: false });
      expect(await latestOf(client)).toBe('1.0');
      await expectLatestAlready(client, { version: '1.0' });
      const url = 'https://example.com/2.0';
      await server.apply({ name: `Software ${count}`, versions: [{ version: '2.0', url, released: true }] });
      expect(await latestOf(client, { version: '1.0' })).toBe('2.0');
      await server.apply({ name: `Software ${count}`, versions: [{ version: '2.0', url, released: false }] });
      await expectLatestAlready(client, { version: '1.0' });
    });

    it('keeps channels apart', async () => {
      const client = await withVersions(
        '1.0',
        { channel: 'beta', version: '2.0-beta.1' },
        { channel: 'Beta', version: '3.0' },
        { channel: 'draft', version: '9.0', released: false },
      );
      expect(await latestOf(client)).toBe('1.0');
      expect(await latestOf(client, { channel: 'stable' })).toBe('1.0');
      expect(await latestOf(client, { channel: 'beta' })).toBe('2.0-beta.1');
      expect(await latestOf(client, { channel: 'beta', version: '1.0' })).toBe('2.0-beta.1');
      await expectLatestAlready(client, { channel: 'beta', version: '2.0' });
      for (const channel of ['nightly', 'BETA', 'beta ', 'draft', '贝塔', 'x'.repeat(32)]) {
        await expectLatestAlready(client, { channel });
        await expectLatestAlready(client, { channel, version: '0.1' });
      }
    });

    it('answers 10304 if there is no version, or none in the channel stable', async () => {
      await expectLatestAlready(await create());
      await expectLatestAlready(await withVersions({ version: '1.0', channel: 'beta' }));
    });

    it('keeps applications apart', async () => {
      const [one, other] = [await withVersions('1.0'), await withVersions('2.0')];
      expect([await latestOf(one), await latestOf(other)]).toEqual(['1.0', '2.0']);
    });

    it.each(['latest', '1.0 ', '1..0', '1.0beta', 'v', '1.0_1', '一', '🔑'.repeat(256)])(
      'compares a version that is not a dotted number for equality only: %j',
      async (version) => {
        expect(await latestOf(await withVersions('1.0'), { version })).toBe('1.0');
        await expectLatestAlready(await create(), { version });
      },
    );

    it('treats an empty version as missing', async () => {
      expect(await latestOf(await withVersions('1.0'), { version: '' })).toBe('1.0');
    });

    it('refuses a version of more than 256 characters with 400', async () => {
      const client = await withVersions('1.0');
      const answer = await expectRefused(server, 400, () => client.get(LATEST, { version: '1'.repeat(257) }));
      expect(answer.errs).toEqual({ version: 'must have 0 to 256 characters' });
    });

    it.each(['', 'x'.repeat(33)])('refuses an invalid channel with 400: %j', async (channel) => {
      const client = await withVersions('1.0');
      const { errs } = await expectRefused(server, 400, () => client.get(LATEST, { channel }));
      expect(Object.keys(errs!)).toEqual(['channel']);
    });

    it('uses the language of the application', async () => {
      const client = await create({ language: 'zh-CN' });
      expect(await client.get(LATEST)).toMatchObject({ code: 10304, message: '已是最新版本' });
      expect((await client.get(LATEST, { version: 'x'.repeat(257) })).errs).toEqual({
        version: '长度必须为 0 到 256 个字符',
      });
    });
  });

  it.each(['md5', 'hmac-sha256'])('signs its responses if the application signs: %s', async (sign_mode) => {
    const client = await create({
      sign_mode,
      response_signature: true,
      config: '{"a":"&="}',
      versions: [{ version: '1.0', url: 'https://example.com/?a=1&b=2', notice: '新' }],
    });
    const answers = [
      await client.get('/software/config'),
      await client.get('/software/notice'),
      await client.get(LATEST),
      await client.get(LATEST, { version: '1.0' }),
      await client.get(LATEST, { version: 'x'.repeat(257) }),
    ];
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 10304, 400]);
    for (const answer of answers) expect(answer.sign).toBe(responseSignOf(answer, client.credentials));
  });

  it.each(['config', 'notice', 'version/latest'])('does not return %s without a signature', async (what) => {
    const client = await create({ config: 'c', notice: 'n' });
    const answer = await client.get(`/software/${what}`, { sign: '0'.repeat(32) });
    expect(answer).toMatchObject({ code: 10010 });
    expect(answer.result).toBeUndefined();
  });
});
