import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Application, Card, CardType, Session } from '@app/database';
import { SecretBox, StartupError } from '@app/platform';
import { AdminClient } from '../../support/admin-client.js';
import { applyFile, faultsOfApply } from '../../support/apply-file.js';
import { snapshotTables } from '../../support/table-snapshot.js';
import { TestServer } from '../../support/test-server.js';

const DAY = { name: 'Day', duration: { unit: 'days', amount: 1 } };
const MONTH = { name: 'Month', duration: { unit: 'months', amount: 1 } };

describe('apply refuses, and changes nothing,', () => {
  const server = TestServer.forSuite();

  beforeEach(async () => {
    for (const entity of [Session, Card, CardType, Application])
      await server.dataSource.manager.deleteAll(entity);
    const client = await server.client({
      name: 'App',
      heartbeat_timeout_sec: 60,
      unbind_hours: 0,
      card_types: [DAY, MONTH],
      cards: ['used', 'unused', 'spent'].map((card) => ({ card, card_type: 'Day' })),
    });
    await client.post('/card/login', { card: 'used', device_id: 'D' });
    await client.post('/card/recharge', { card: 'used', use_card: 'spent' });
    server.clock.advance(60);
  });

  const faultsOf = (...applications: object[]) => faultsOfApply(server, { applications });

  it('a card of a type that neither the file nor the database has', async () => {
    const cards = [
      { card: 'new', card_type: 'Day' },
      { card: 'unused', card_type: 'Yaer' },
      { card: 'other', card_type: 'day' },
    ];
    expect(await faultsOf({ name: 'App', card_types: [{ ...DAY, name: 'Year' }], cards })).toEqual([
      'applications[0].cards[1].card_type: application App has no card type Yaer',
      'applications[0].cards[2].card_type: application App has no card type day',
    ]);
  });

  it('texts with half a surrogate pair, which would be stored as different texts', async () => {
    const half = 'a\ud800';
    const cards = [{ card: half, card_type: 'Day' }];
    const variables = [{ key: 'v', value: half }];
    const faults = await faultsOf({ name: 'App', notice: half, cards, variables });
    expect(new Set(faults.map((fault) => fault.split(' ', 1)[0]))).toEqual(
      new Set([
        'applications[0].cards[0].card',
        'applications[0].notice',
        'applications[0].variables[0].value',
      ]),
    );
  });

  it("a card of another application's type", async () => {
    const other = { name: 'Other', card_types: [{ ...DAY, name: 'Theirs' }] };
    const cards = [{ card: 'new', card_type: 'Theirs' }];
    expect(await faultsOf(other, { name: 'App', cards })).toEqual([
      'applications[1].cards[0].card_type: application App has no card type Theirs',
    ]);
  });

  it.each([
    ['in one file', { hg: 100, heartbeat_timeout_sec: 100 }, 100],
    ['hg in the file, the timeout in the database', { hg: 60 }, 60],
    ['a new application with the default timeout', { name: 'New', hg: 1800 }, 1800],
  ])('an hg that is not less than the timeout: %s', async (_, fields, timeout) => {
    expect(await faultsOf({ name: 'App', ...fields })).toEqual([
      `applications[0].hg must be less than the heartbeat timeout (${timeout})`,
    ]);
  });

  it('a timeout below the hg that the database has', async () => {
    await applyFile(server, { applications: [{ name: 'App', hg: 59 }] });
    expect(await faultsOf({ name: 'App', heartbeat_timeout_sec: 59 })).toEqual([
      'applications[0].hg must be less than the heartbeat timeout (59)',
    ]);
  });

  it.each(['deduct_hours', 'add_hours'])('the unbind policy %s without hours', async (unbind_policy) => {
    const fault = `applications[0].unbind_hours must be at least 1 for the policy ${unbind_policy}`;
    expect(await faultsOf({ name: 'App', unbind_policy })).toEqual([fault]);
    expect(await faultsOf({ name: 'New', unbind_policy, unbind_hours: 0 })).toEqual([fault]);
  });

  it.each(['deduct_hours', 'add_hours'])(
    'a card type’s own policy %s without hours',
    async (unbind_policy) => {
      const type = { name: 'T', duration: { unit: 'days', amount: 1 }, unbind_limit: 1, unbind_policy };
      // The application's hours belong to the application's policy.
      expect(await faultsOf({ name: 'App', unbind_hours: 5, card_types: [type] })).toEqual([
        `applications[0].card_types[0].unbind_hours must be at least 1 for the policy ${unbind_policy}`,
      ]);
    },
  );

  it('hours of 0 for a policy that the database has', async () => {
    await applyFile(server, {
      applications: [{ name: 'App', unbind_policy: 'deduct_hours', unbind_hours: 1 }],
    });
    expect(await faultsOf({ name: 'App', unbind_hours: 0 })).toEqual([
      'applications[0].unbind_hours must be at least 1 for the policy deduct_hours',
    ]);
  });

  describe('without a limit of unbindings where the policy adds time', () => {
    const policy = { unbind_policy: 'reset_to_unused' };
    const required = 'is required by the unbind policy reset_to_unused, which adds time';
    const type = (unbind_limit?: number | null) => ({
      name: 'T',
      duration: { unit: 'days', amount: 1 },
      ...(unbind_limit !== undefined && { unbind_limit }),
    });

    it.each([undefined, null])('a new card type (%p)', async (limit) => {
      const file = { name: 'New', ...policy, card_types: [type(limit)] };
      expect(await faultsOf(file)).toEqual([`applications[0].card_types[0].unbind_limit ${required}`]);
    });

    it('existing card types without a limit, by name, and one whose limit is removed', async () => {
      await applyFile(server, { applications: [{ name: 'App', card_types: [type(3)] }] });
      expect(await faultsOf({ name: 'App', ...policy, card_types: [type(null)] })).toEqual([
        `applications[0].card_types[0].unbind_limit ${required}`,
        'applications[0].unbind_policy reset_to_unused adds time and requires an unbind limit on these card types: Day, Month',
      ]);
    });

    it('a card type whose own policy adds time, and no other card type', async () => {
      const own = { ...type(null), unbind_policy: 'reset_to_unused' };
      const other = { ...type(null), name: 'Other', unbind_policy: null };
      expect(await faultsOf({ name: 'App', card_types: [own, other] })).toEqual([
        `applications[0].card_types[0].unbind_limit ${required}`,
      ]);
    });

    it('no card type whose own policy adds no time', async () => {
      const application = {
        name: 'Own',
        ...policy,
        card_types: [{ ...type(null), unbind_policy: 'disabled' }],
      };
      const cards = [{ card: 'OWN', card_type: 'T', unbind_limit: null }];
      await applyFile(server, { applications: [{ ...application, cards }] });
      const following = { ...type(null), unbind_policy: null };
      expect(await faultsOf({ name: 'Own', card_types: [following] })).toEqual([
        `applications[0].card_types[0].unbind_limit ${required}`,
      ]);
    });

    it('a card', async () => {
      const application = { name: 'Limited', ...policy, default_unbind_limit: 1, card_types: [type()] };
      const card = (unbind_limit: number | null) => ({ card: 'LIMITED', card_type: 'T', unbind_limit });
      const fault = `applications[0].cards[0].unbind_limit ${required}`;
      expect(await faultsOf({ ...application, cards: [card(null)] })).toEqual([fault]);
      await applyFile(server, { applications: [{ ...application, cards: [card(2)] }] });
      expect(await faultsOf({ ...application, cards: [card(null)] })).toEqual([fault]);
    });
  });

  it.each([24, 0])('the secret from before a rotation with an overlap of %i hours', async (overlapHours) => {
    const admin = await AdminClient.owner(server);
    const stored = (await applyFile(server, { applications: [{ name: 'App' }] })).applications[0]!;
    const { id } = await server.dataSource.manager.findOneByOrFail(Application, { name: 'App' });
    await admin.post(`/applications/${id}/rotate-secret`, { overlapHours });
    const fault =
      'applications[0].app_secret is the secret before the last rotation: remove app_secret, or rotate in the panel';
    expect(await faultsOf(stored)).toEqual([fault]);

    const { app_secret, ...others } = stored;
    await applyFile(server, { applications: [others] });
    // After another rotation, somebody does want the first secret again.
    await admin.post(`/applications/${id}/rotate-secret`, { overlapHours });
    const { applications } = await applyFile(server, { applications: [stored] });
    expect(applications[0]).toMatchObject({ app_secret });
  });

  it.each([0, 1])(
    'the signing key from before a rotation with an overlap of %p hours',
    async (overlapHours) => {
      const file = { name: 'App', signing_key: randomBytes(32).toString('base64url') };
      await applyFile(server, { applications: [file] });
      const { id } = await server.dataSource.manager.findOneByOrFail(Application, { name: 'App' });
      const admin = await AdminClient.owner(server);
      await admin.post(`/applications/${id}/rotate-signing-key`, { overlapHours });
      expect(await faultsOf(file)).toEqual([
        'applications[0].signing_key is the key before the last rotation: remove signing_key, or rotate in the panel',
      ]);
    },
  );

  it('another type for a card that has been used', async () => {
    const cards = ['unused', 'used', 'spent'].map((card) => ({ card, card_type: 'Month' }));
    expect(await faultsOf({ name: 'App', cards })).toEqual([
      'applications[0].cards[1].card_type: the card has been used, so its type cannot change',
      'applications[0].cards[2].card_type: the card has been used, so its type cannot change',
    ]);
  });

  it('a name that two applications have', async () => {
    const { applications } = await applyFile(server, { applications: [{ name: 'Twin' }] });
    await applyFile(server, { applications: [{ name: 'Twin', app_key: 'abcdefghij0123456789' }] });
    const appKeys = [applications[0]!.app_key, 'abcdefghij0123456789'];
    const [fault] = await faultsOf({ name: 'Twin' });
    expect(fault).toMatch(
      /^applications\[0\]\.name: 2 applications are named Twin; add the app_key of the right one: /,
    );
    for (const appKey of appKeys) expect(fault).toContain(`"app_key": "${appKey}"`);
    await applyFile(server, { applications: [{ name: 'Twin', app_key: applications[0]!.app_key }] });
  });

  it('the whole file because of a single fault, and lists every fault', async () => {
    const faults = await faultsOf(
      { name: 'New', card_types: [DAY], cards: [{ card: 'C', card_type: 'Day' }] },
      { name: 'Wrong', hg: 5000, unbind_policy: 'add_hours' },
      {
        name: 'App',
        notice: 'new',
        cards: [
          { card: 'unused', card_type: 'Day', frozen: true },
          { card: 'n', card_type: 'X' },
        ],
      },
    );
    expect(faults).toEqual([
      'applications[1].hg must be less than the heartbeat timeout (1800)',
      'applications[1].unbind_hours must be at least 1 for the policy add_hours',
      'applications[2].cards[1].card_type: application App has no card type X',
    ]);
  });

  it.each(['App', 'New'])(
    'when its encryption key is not the one of the database: application %s',
    async (name) => {
      const before = await snapshotTables(server.dataSource);
      const wrongKey = new SecretBox(randomBytes(32));
      const applied = applyFile(server, { applications: [{ name }] }, {}, wrongKey);
      const error: unknown = await applied.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(StartupError);
      expect((error as Error).message).toMatch(/encrypted with another key.*ENCRYPTION_KEY/);
      expect(await snapshotTables(server.dataSource)).toEqual(before);
    },
  );
});
