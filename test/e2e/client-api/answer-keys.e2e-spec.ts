import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { ApplicationDirectory } from '@app/applications';
import { PubSub } from '@app/cluster';
import { Application } from '@app/database';
import { SecretBox } from '@app/platform';
import { AdminClient } from '../../support/admin-client.js';
import { AnswerVerifier } from '../../support/answer-verifier.js';
import { KeyApplication } from '../../support/key-application.js';
import { many } from '../../support/race.js';
import { TestServer } from '../../support/test-server.js';

const LOGIN = { card: 'C1', device_id: 'D1' };
const PUBLIC_KEY = /^[\w-]{43}$/;

describe('Keys of signed answers', () => {
  const server = TestServer.forSuite();
  const admin = AdminClient.forSuite(server);

  const rows = () => server.dataSource.getRepository(Application);
  const rowOf = ({ file }: KeyApplication) => rows().findOneByOrFail({ appKey: file.app_key! });
  const login = async (app: KeyApplication) => {
    const { answer, ...exchange } = await app.ask('POST', '/card/login', LOGIN);
    return { ...exchange, kid: answer.kid };
  };
  const pathOf = async (app: KeyApplication) => `/applications/${(await rowOf(app)).id}`;

  describe('of a new application', () => {
    it('are created with the application, by apply and by the admin API, and are sealed', async () => {
      const app = await KeyApplication.create(server, { name: 'By apply' });
      const made = await admin.create('/applications', { name: 'By the API', responseSignature: 'ed25519' });
      const shown = (await admin.get(await pathOf(app))).body;
      expect(app.file).toMatchObject({ public_key: shown.publicKey, key_id: shown.keyId });
      for (const body of [shown, made]) {
        expect(body).toMatchObject({
          responseSignature: 'ed25519',
          publicKey: expect.stringMatching(PUBLIC_KEY),
          keyId: expect.stringMatching(/^[\w-]{16}$/),
          previousPublicKey: null,
          previousKeyId: null,
        });
        expect(JSON.stringify(body)).not.toMatch(/sealed/i);
      }
      const { signingKeySealed } = await rowOf(app);
      expect(server.get(SecretBox).open(signingKeySealed!)).toMatch(PUBLIC_KEY);
      expect(await login(app)).toMatchObject({ accepted: true, kid: app.file.key_id });
      expect(made.publicKey).not.toBe(shown.publicKey);
    });

    it('differ from run to run, and stay when a file is applied again', async () => {
      const app = await KeyApplication.create(server, { name: 'Again' });
      const again = await server.apply({ ...app.file });
      expect(again).toEqual(app.file);
      expect(again).not.toHaveProperty('signing_key');
    });
  });

  describe('of an application from the time before answer keys', () => {
    const forget = (app: KeyApplication) =>
      rows().update(
        { appKey: app.file.app_key! },
        { publicKey: null, signingKeySealed: null, revision: () => 'revision + 1' },
      );
    const directory = (box = server.get(SecretBox)) =>
      new ApplicationDirectory(server.dataSource, box, {
        subscribe: () => undefined,
      } as unknown as PubSub);

    it('are created once, however many processes start', async () => {
      const app = await KeyApplication.create(server, { name: 'Old' });
      server.stopScheduledJobs();
      await forget(app);
      const before = await rowOf(app);
      const directories = many(async () => undefined as never).map(() => directory());
      await Promise.all(directories.map((each) => each.onModuleInit()));
      const keys = directories.map((each) => each.find(app.file.app_key!)!.keyId);
      expect(new Set(keys).size).toBe(1);
      const { publicKey, rowVersion, revision } = await rowOf(app);
      expect(publicKey).toMatch(PUBLIC_KEY);
      // An administrator who edits the application at the same time gets no conflict.
      expect({ rowVersion, revision }).toEqual({
        rowVersion: before.rowVersion,
        revision: before.revision,
      });
    });

    it('are created by apply too', async () => {
      const app = await KeyApplication.create(server, { name: 'Old, applied' });
      await forget(app);
      const { public_key } = await server.apply({ name: 'Old, applied' });
      expect(public_key).toMatch(PUBLIC_KEY);
      expect(public_key).not.toBe(app.file.public_key);
      expect((await rowOf(app)).publicKey).toBe(public_key);
    });

    it('are not sealed with a wrong encryption key', async () => {
      const app = await KeyApplication.create(server, { name: 'Old, wrong key' });
      await forget(app);
      const starting = directory(new SecretBox(randomBytes(32))).onModuleInit();
      await expect(starting).rejects.toThrow('was encrypted with another key');
      expect((await rowOf(app)).publicKey).toBeNull();
      await server.get(ApplicationDirectory).refresh();
      expect((await rowOf(app)).publicKey).toMatch(PUBLIC_KEY);
    });
  });

  describe('when they are rotated', () => {
    it('sign at once, and leave the former public key listed for the overlap', async () => {
      const app = await KeyApplication.create(server, { name: 'Rotated' });
      const path = await pathOf(app);
      const former = await rowOf(app);
      const rotated = await admin.post(`${path}/rotate-signing-key`, { overlapHours: 2 });
      expect(rotated).toMatchObject({
        status: 200,
        body: {
          publicKey: expect.stringMatching(PUBLIC_KEY),
          previousPublicKey: app.file.public_key,
          previousKeyId: app.file.key_id,
          previousPublicKeyUntil: server.clock.now() + 7_200_000,
        },
      });
      const { publicKey, keyId } = rotated.body as Record<'publicKey' | 'keyId', string>;
      expect(keyId).not.toBe(app.file.key_id);
      const { method, path: sent, nonce, answer, accepted } = await app.ask('POST', '/card/login', LOGIN);
      expect([answer.kid, accepted]).toEqual([keyId, false]);
      const released = new AnswerVerifier({ [app.file.key_id!]: app.file.public_key!, [keyId]: publicKey });
      expect(released.accepts({ method, path: sent, nonce }, answer.text)).toBe(true);
      // The private part of the previous key was deleted.
      const row = JSON.stringify(await rowOf(app));
      expect(row).not.toContain(former.signingKeySealed);
      const again = await admin.post(`${path}/rotate-signing-key`, { overlapHours: 0 });
      expect(again.body).toMatchObject({ previousPublicKey: publicKey, previousPublicKeyUntil: null });
    });

    it('leave a record in the audit log with the public keys alone', async () => {
      const app = await KeyApplication.create(server, { name: 'Audited' });
      const { id } = await rowOf(app);
      await admin.post(`/applications/${id}/rotate-signing-key`, { overlapHours: 1 });
      const { body } = await admin.list<Record<string, object>>('/audit-log', {
        filter: { resource: 'applications', recordId: String(id) },
      });
      expect(body[0]).toMatchObject({ action: 'rotate_signing_key' });
      const { before, after } = body[0] as unknown as Record<'before' | 'after', string>;
      expect(JSON.parse(before)).toMatchObject({ publicKey: app.file.public_key, signingKeySealed: '•••' });
      expect(JSON.parse(after)).toMatchObject({
        previousPublicKey: app.file.public_key,
        signingKeySealed: '•••',
      });
    });

    it.each([-1, 8785, 1.5, null])('refuse an overlap of %p hours', async (overlapHours) => {
      const app = await KeyApplication.create(server, { name: `Overlap ${overlapHours}` });
      const path = `${await pathOf(app)}/rotate-signing-key`;
      expect(await admin.post(path, { overlapHours })).toMatchObject({ status: 422 });
      expect((await rowOf(app)).publicKey).toBe(app.file.public_key);
    });

    it('by two administrators concurrently, are rotated twice, and the last key signs', async () => {
      const app = await KeyApplication.create(server, { name: 'Two' });
      const path = `${await pathOf(app)}/rotate-signing-key`;
      const answers = await Promise.all([1, 2].map(() => admin.post(path, { overlapHours: 1 })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const { publicKey, previousPublicKey } = await rowOf(app);
      expect(new Set([publicKey, previousPublicKey, app.file.public_key]).size).toBe(3);
      const shown = (await admin.get(await pathOf(app))).body;
      expect((await login(app)).kid).toBe(shown.keyId);
    });
  });

  describe('in a file', () => {
    // RFC 8032, section 7.1, test 1.
    const signing_key = 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A';
    const public_key = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';

    it('are used for a new application and for an existing one', async () => {
      const app = await KeyApplication.create(server, { name: 'Brought', signing_key, public_key });
      expect(app.file).toMatchObject({ public_key, key_id: 'If4x36FUomFia_hU' });
      expect(await login(app)).toMatchObject({ accepted: true });
      // The same key changes nothing. A different key is used for signing immediately.
      const before = await rowOf(app);
      await server.apply({ name: 'Brought', signing_key });
      expect((await rowOf(app)).signingKeySealed).toBe(before.signingKeySealed);
      await server.apply({ name: 'Brought', signing_key: 'A'.repeat(43) });
      expect(await login(app)).toMatchObject({ accepted: false });
      const old = await KeyApplication.create(server, { name: 'Given later' });
      expect(await server.apply({ name: 'Given later', signing_key })).toMatchObject({ public_key });
      expect((await login(old)).kid).toBe('If4x36FUomFia_hU');
      await server.apply({ name: 'Given later', signing_key: old.file.public_key! });
    });

    it('are refused when two applications would have the same key, or the public key does not match', async () => {
      await server.apply({ name: 'Its owner', signing_key });
      const stranger = { public_key, key_id: 'If4x36FUomFia_hU' };
      const refused = async (file: object) => {
        const error: unknown = await server.apply({ ...file }).catch((reason: unknown) => reason);
        return (error as { faults?: string[] }).faults;
      };
      expect(await refused({ name: 'Another', signing_key })).toEqual([
        'applications[0].signing_key is that of another application',
      ]);
      const other = 'does not belong to the application: add the matching signing_key, or remove this field';
      await server.apply({ name: 'Old' });
      expect(await refused({ name: 'Old', ...stranger })).toEqual([
        `applications[0].public_key ${other}`,
        `applications[0].key_id ${other}`,
      ]);
      for (const wrong of ['', 'x', `${signing_key}=`, signing_key.slice(0, 42), 'B'.repeat(43)]) {
        expect(await refused({ name: 'Another', signing_key: wrong })).toEqual([
          'applications[0].signing_key must be the 32 bytes of an Ed25519 private key in base64url (43 characters)',
        ]);
      }
      expect(await rows().existsBy({ name: 'Another' })).toBe(false);
      // A new application has a new key, even if the file is the output of another server.
      const made = await server.apply({ name: 'Another', ...stranger });
      expect(made.public_key).not.toBe(public_key);
    });
  });

  describe('and the boolean setting of earlier versions', () => {
    it.each([
      [true, 'digest'],
      [false, 'off'],
    ])('%s means %s in files and in the admin API', async (given, setting) => {
      const name = `Switch ${given}`;
      expect(await server.apply({ name, response_signature: given })).toMatchObject({
        response_signature: setting,
      });
      const made = await admin.create('/applications', { name: `${name} 2`, responseSignature: given });
      expect(made).toMatchObject({ responseSignature: setting });
      const edit = { responseSignature: !given, rowVersion: made.rowVersion };
      expect((await admin.patch(`/applications/${made.id}`, edit)).body).toMatchObject({
        responseSignature: given ? 'off' : 'digest',
      });
    });

    it.each(['on', 'true', 1, null, 'ED25519'])('%p is refused', async (responseSignature) => {
      const answer = await admin.post('/applications', { name: 'Wrong', responseSignature });
      expect(answer).toMatchObject({
        status: 422,
        body: { errors: { responseSignature: expect.any(String) } },
      });
    });
  });
});
