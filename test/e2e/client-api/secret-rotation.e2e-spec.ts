import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { ApplicationDirectory } from '@app/applications';
import { Application } from '@app/database';
import { randomText, SecretBox } from '@app/platform';
import { CardApplication, expectRefused } from '../../support/card-application.js';
import { responseSignOf } from '../../support/response-signature.js';
import { type Answer, type Parameters, SignedClient } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';

const OVERLAP_SEC = 3600;

const login = (client: SignedClient, parameters: Parameters = {}) =>
  client.post('/card/login', { card: 'C1', device_id: 'D1', ...parameters });

describe('Rotation of a secret', () => {
  const server = TestServer.forSuite();

  /** Rotates an application's secret, as another process would, and returns a client with the new secret. */
  async function rotateUnnoticed(client: SignedClient, overlapSec: number | null): Promise<SignedClient> {
    const { id, appSecretSealed, revision } = await server.applicationOf(client);
    const app_secret = randomText(32);
    await server.dataSource.getRepository(Application).update(
      { id },
      {
        appSecretSealed: server.get(SecretBox).seal(app_secret),
        previousSecretSealed: appSecretSealed,
        previousSecretUntil: overlapSec === null ? null : server.clock.now() + overlapSec * 1000,
        revision: revision + 1,
      },
    );
    return new SignedClient(server.url, { ...client.credentials, app_secret }, server.clock);
  }

  async function rotate(
    client: SignedClient,
    overlapSec: number | null = OVERLAP_SEC,
  ): Promise<SignedClient> {
    const rotated = await rotateUnnoticed(client, overlapSec);
    await server.get(ApplicationDirectory).refresh();
    return rotated;
  }

  describe.each(['md5', 'hmac-sha256'] as const)('with mode %s', (sign_mode) => {
    let app: CardApplication;
    let old: SignedClient;
    beforeEach(async () => {
      app = await CardApplication.create(server, { settings: { sign_mode, response_signature: true } });
      old = app.client;
    });

    it('accepts both secrets until the overlap ends, to the millisecond, and then only the new secret', async () => {
      const rotated = await rotate(old);
      expect(await login(old)).toMatchObject({ code: 0 });
      expect(await login(rotated)).toMatchObject({ code: 0 });
      server.clock.advance(OVERLAP_SEC - 0.001);
      expect(await login(old)).toMatchObject({ code: 0 });
      expect(await login(rotated)).toMatchObject({ code: 0 });
      server.clock.advance(0.001);
      await expectRefused(server, 10010, () => login(old));
      expect(await login(rotated)).toMatchObject({ code: 0 });
    });

    it.each<[what: string, code: number, send: (client: SignedClient, used: string) => Promise<Answer>]>([
      ['a success with a result', 0, (client) => login(client)],
      [
        'a success without a result',
        0,
        (client) => client.post('/card/config', { card: 'C1', config: '{}' }),
      ],
      ['a refusal', 10218, (client) => login(client, { card: 'C9' })],
      ['a repeated nonce', 10014, (client, nonce) => login(client, { nonce })],
      ['bad parameters', 400, (client) => login(client, { device_id: '' })],
    ])('signs %s with the secret of the request', async (_, code, send) => {
      const rotated = await rotate(old);
      const used = randomUUID();
      await login(rotated, { nonce: used });
      for (const [client, other] of [
        [old, rotated],
        [rotated, old],
      ] as const) {
        const answer = await send(client, used);
        expect(answer).toMatchObject({ status: 200, code });
        expect(answer.sign).toBe(responseSignOf(answer, client.credentials));
        expect(answer.sign).not.toBe(responseSignOf(answer, other.credentials));
      }
    });

    it('signs nothing for the old secret after the overlap', async () => {
      await rotate(old);
      server.clock.advance(OVERLAP_SEC);
      expect(await login(old)).toMatchObject({ code: 10010, nonce: '', sign: '' });
    });

    it('accepts neither secret in the other mode', async () => {
      const rotated = await rotate(old);
      const other = sign_mode === 'md5' ? 'hmac-sha256' : 'md5';
      for (const { credentials } of [old, rotated]) {
        const client = new SignedClient(server.url, { ...credentials, sign_mode: other }, server.clock);
        expect(await login(client)).toMatchObject({ code: 10010 });
      }
    });
  });

  describe('of any application', () => {
    let app: CardApplication;
    let old: SignedClient;
    beforeEach(async () => {
      app = await CardApplication.create(server);
      old = app.client;
    });

    it.each([null, 0, -1])('without an overlap (%p s) ends the old secret at once', async (overlapSec) => {
      const rotated = await rotate(old, overlapSec);
      expect(await login(old)).toMatchObject({ status: 200, code: 10010 });
      expect(await login(rotated)).toMatchObject({ code: 0 });
    });

    it('keeps only one earlier secret valid', async () => {
      const second = await rotate(old);
      const third = await rotate(second);
      expect(await login(old)).toMatchObject({ code: 10010 });
      expect(await login(second)).toMatchObject({ code: 0 });
      expect(await login(third)).toMatchObject({ code: 0 });
    });

    it('accepts no third secret during the overlap', async () => {
      await rotate(old);
      const other = new SignedClient(
        server.url,
        { ...old.credentials, app_secret: randomText(32) },
        server.clock,
      );
      expect(await login(other)).toMatchObject({ code: 10010 });
    });

    it('keeps a nonce consumed under either secret', async () => {
      const nonce = randomUUID();
      expect(await login(old, { nonce })).toMatchObject({ code: 0 });
      const rotated = await rotate(old);
      expect(await login(rotated, { nonce })).toMatchObject({ code: 10014 });
      expect(await login(old, { nonce })).toMatchObject({ code: 10014 });
    });

    it('ends no session', async () => {
      const token = await app.open();
      const rotated = await rotate(old);
      for (const client of [old, rotated]) {
        expect(await client.post('/card/heartbeat', { card: 'C1', token })).toMatchObject({ code: 0 });
      }
    });

    it('is noticed within a second if another process did it', async () => {
      const rotated = await rotateUnnoticed(old, OVERLAP_SEC);
      await server.get(ApplicationDirectory).read();
      expect(await login(rotated)).toMatchObject({ code: 0 });
      expect(await login(old)).toMatchObject({ code: 0 });
    });

    it('keeps its overlap across a restart', async () => {
      const rotated = await rotate(old);
      await server.restart();
      for (const { credentials } of [old, rotated]) {
        const client = new SignedClient(server.url, credentials, server.clock);
        expect(await login(client)).toMatchObject({ code: 0 });
      }
    });
  });
});
