import { describe, expect, it, jest } from '@jest/globals';
import { AuditRecord } from '@app/database';
import { PasswordWork } from '@app/platform';
import { eventually } from '../../support/server-process.js';
import { newAddress } from '../../support/from-address.js';
import { holdPasswords } from '../../support/password-work.js';
import {
  createWithPage,
  OPEN_PAGE,
  type PortalAnswer,
  PortalClient,
  solve,
} from '../../support/portal-client.js';
import { REAL_COST, TestServer } from '../../support/test-server.js';
import { PASSWORD, UserApplication } from '../../support/user-application.js';

const PROOF = 'x-proof-of-work';

describe("Limits of the customer's page", () => {
  const server = TestServer.forSuite({ TRUST_PROXY: 'loopback', LIMIT_PORTAL_GUESSES: '8' }, REAL_COST);

  /** Guesses cards without a proof until one is demanded, and returns the refusal. */
  async function exhaust(client: PortalClient): Promise<PortalAnswer> {
    for (let i = 0; i < 3; i++) expect((await client.signIn(`WRONG-${i}`)).status).toBe(401);
    const refused = await client.signIn('WRONG-3');
    expect(refused).toMatchObject({ status: 403, body: { code: 'proof_required', params: { bits: 16 } } });
    return refused;
  }

  it('demand a proof of work after the third wrong try of an address, also for the right card', async () => {
    const client = await PortalClient.of(await createWithPage(server));
    await exhaust(client);
    const refused = await client.signIn('C1');
    expect(refused.status).toBe(403);
    expect(client.cookie).toBeUndefined();
    expect((await client.signIn('C1', { [PROOF]: solve(refused) })).status).toBe(200);
  });

  it('count no successful tries', async () => {
    const client = await PortalClient.of(await createWithPage(server));
    for (let i = 0; i < 20; i++) expect((await client.signIn('C1')).status).toBe(200);
  });

  it('limit the sign-ins with a card from one address, since they fill the history, but not from another address', async () => {
    const app = await createWithPage(server);
    const owner = await PortalClient.signedIn(app);
    const thief = await PortalClient.of(app);
    for (let i = 0; i < 120; i++) expect((await thief.signIn('C1')).status).toBe(200);
    expect(await thief.signIn('C1')).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    const { id } = await app.row();
    const signIns = { resource: 'cards', recordId: String(id), action: 'sign_in' } as const;
    expect(await server.dataSource.getRepository(AuditRecord).countBy(signIns)).toBe(121);
    expect((await owner.signIn('C1')).status).toBe(200);
  });

  it('accept a proof once', async () => {
    const client = await PortalClient.of(await createWithPage(server));
    const proof = solve(await exhaust(client));
    expect((await client.signIn('WRONG', { [PROOF]: proof })).status).toBe(401);
    expect((await client.signIn('C1', { [PROOF]: proof })).status).toBe(403);
  });

  it('accept a proof for only one of many concurrent requests', async () => {
    const client = await PortalClient.of(await createWithPage(server));
    const proof = solve(await exhaust(client));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.signIn('C1', { [PROOF]: proof })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(9).fill(403),
    ]);
  });

  it('accept no proof of a challenge that has expired', async () => {
    const client = await PortalClient.of(await createWithPage(server));
    const proof = solve(await exhaust(client));
    await client.signIn('WRONG', { [PROOF]: solve(await client.signIn('C1')) });
    server.clock.advance(299);
    const late = solve(await client.signIn('C1'));
    server.clock.advance(1);
    expect((await client.signIn('C1', { [PROOF]: proof })).status).toBe(403);
    expect((await client.signIn('C1', { [PROOF]: late })).status).toBe(200);
  });

  it("accept no proof of somebody else's challenge, or of another application's", async () => {
    const [app, other] = [await createWithPage(server), await createWithPage(server)];
    const [client, neighbour] = [await PortalClient.of(app), await PortalClient.of(app)];
    const proof = solve(await exhaust(client));
    await exhaust(neighbour);
    expect((await neighbour.signIn('C1', { [PROOF]: proof })).status).toBe(403);
    const elsewhere = await PortalClient.of(other, client.from);
    expect((await elsewhere.signIn('C1', { [PROOF]: proof })).status).toBe(403);
    // The refused proofs did not consume the challenge.
    expect((await client.signIn('C1', { [PROOF]: proof })).status).toBe(200);
  });

  it.each<[string, (challenge: string, proof: string) => string]>([
    ['without work', (challenge) => `${challenge}.0`],
    [
      'of a challenge whose expiry was changed',
      (challenge) => challenge.replace(/\.\d+\./, '.99999999999999.'),
    ],
    [
      'of a challenge whose random text was changed',
      (challenge) => challenge.replace(/\.[A-Za-z0-9]{22}\./, `.${'A'.repeat(22)}.`),
    ],
    ['of a made-up challenge', () => '1.2.3.4.5'],
    ['that is long', () => `1.2.3.4.${'5'.repeat(1000)}`],
    ['that is empty', () => ''],
    ['without a number at its end', (_, proof) => proof.replace(/\d+$/, 'x')],
    ['with more parts', (_, proof) => `${proof}.1`],
  ])('accept no proof %s', async (_, forge) => {
    const client = await PortalClient.of(await createWithPage(server));
    const refused = await exhaust(client);
    const { challenge } = (refused.body as { params: { challenge: string } }).params;
    let forged = forge(challenge, solve(refused));
    if (forged.split('.').length === 4) {
      // The test solves the challenge like the page.
      const body = { code: 'proof_required', params: { challenge: forged, bits: 16 } };
      forged = solve({ body });
    }
    expect((await client.signIn('C1', { [PROOF]: forged })).status).toBe(403);
  });

  it('refuse an address after wrong guesses, and no other address', async () => {
    const app = await createWithPage(server);
    const client = await PortalClient.of(app);
    await exhaust(client);
    for (let i = 0; i < 5; i++)
      expect((await client.prove('sign-in', { card: `WRONG-${i}` })).status).toBe(401);
    const refused = await client.prove('sign-in', { card: 'C1' });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    expect((await (await PortalClient.of(app)).signIn('C1')).status).toBe(200);
    // The client API is not affected.
    expect(await app.login()).toMatchObject({ code: 0 });
  });

  it('count an IPv6 /64 as one address', async () => {
    const app = await createWithPage(server);
    for (let i = 0; i < 3; i++)
      expect((await (await PortalClient.of(app, `2001:db8:1:2::${i}`)).signIn('WRONG')).status).toBe(401);
    expect((await (await PortalClient.of(app, '2001:db8:1:2:ffff::9')).signIn('C1')).status).toBe(403);
    expect((await (await PortalClient.of(app, '2001:db8:1:3::9')).signIn('C1')).status).toBe(200);
  });

  it('demand a proof from an IPv6 /48 after 48 wrong tries of its networks', async () => {
    const app = await createWithPage(server);
    const from = (network: number) => PortalClient.of(app, `2001:db8:77:${network.toString(16)}::1`);
    for (let i = 0; i < 48; i++) expect((await (await from(i)).signIn(`WRONG-${i}`)).status).toBe(401);
    expect(await (await from(99)).signIn('C1')).toMatchObject({
      status: 403,
      body: { code: 'proof_required' },
    });
    expect((await (await from(99)).prove('sign-in', { card: 'C1' })).status).toBe(200);
    expect((await (await PortalClient.of(app, '2001:db8:78::1')).signIn('C1')).status).toBe(200);
  });

  it('demand a proof for every password, but not for cards, while many passwords are compared', async () => {
    const app = await UserApplication.withAlice(server, { settings: OPEN_PAGE, cards: ['C1', 'C9'] });
    const strangers = await Promise.all(Array.from({ length: 60 }, () => PortalClient.of(app.ofCards)));
    const passwords = server.get(PasswordWork);
    let held = holdPasswords(server);
    const answers: PortalAnswer[] = [];
    const guesses = strangers.map(async (stranger, i) => {
      answers.push(await stranger.signInUser(`nobody${i}`, PASSWORD));
    });
    try {
      // Only eight sign-ins wait for their password to be compared; all others are already refused.
      await eventually(async () => answers.length >= 52 || undefined);
      for (const { status } of answers) expect(status).toBe(403);
    } finally {
      await held.release();
    }
    await Promise.all(guesses);
    expect(answers.filter(({ status }) => status === 401).length).toBeGreaterThan(0);
    const [alice, customer] = [await PortalClient.of(app.ofCards), await PortalClient.of(app.ofCards)];
    held = holdPasswords(server);
    const waiting = Promise.all(Array.from({ length: 8 }, () => passwords.hash(['tests'], 'any')));
    let proven: Promise<PortalAnswer>;
    try {
      const refused = await alice.signInUser('alice', PASSWORD);
      expect(refused).toMatchObject({ status: 403, body: { code: 'proof_required' } });
      expect((await customer.signIn('C9')).status).toBe(200);
      const before = passwords.waiting;
      proven = alice.signInUser('alice', PASSWORD, { [PROOF]: solve(refused) });
      await eventually(async () => passwords.waiting > before || undefined);
    } finally {
      await held.release();
    }
    expect((await proven).status).toBe(200);
    await waiting;
    expect((await alice.signInUser('alice', PASSWORD)).status).toBe(200);
  });

  it("do not let customers' passwords delay the logins of clients", async () => {
    const app = await UserApplication.withAlice(server, { settings: OPEN_PAGE });
    const passwords = server.get(PasswordWork);
    const held = holdPasswords(server);
    const alreadyWaiting = passwords.waiting;
    const finished: string[] = [];
    const verify = jest.spyOn(passwords, 'verify');
    verify.mockImplementation(async (party, ...rest) => {
      const isRight = await PasswordWork.prototype.verify.call(passwords, party, ...rest);
      finished.push(party.includes('portal') ? 'customer' : 'client');
      return isRight;
    });
    const waits = (count: number) =>
      eventually(async () => passwords.waiting === alreadyWaiting + count || undefined);
    try {
      const strangers = await Promise.all(Array.from({ length: 7 }, () => PortalClient.of(app.ofCards)));
      const guesses = strangers.map((stranger, i) => stranger.signInUser(`nobody${i}`, PASSWORD));
      await waits(7);
      const login = app.login();
      await waits(8);
      await held.release();
      expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual(Array(7).fill(401));
      expect(await login).toMatchObject({ code: 0 });
    } finally {
      await held.release();
      verify.mockRestore();
    }
    expect(finished).toHaveLength(8);
    expect(finished.indexOf('client')).toBeLessThan(5);
  });

  it('allow no more concurrent guesses than consecutive ones', async () => {
    const client = await PortalClient.of(await createWithPage(server));
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => client.signIn(`WRONG-${i}`)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(17);
  });

  it('demand a proof for a user name that is being guessed, but never lock out its owner', async () => {
    const app = await UserApplication.withAlice(server, { settings: OPEN_PAGE });
    for (let i = 0; i < 3; i++) {
      const stranger = await PortalClient.of(app.ofCards);
      expect((await stranger.signInUser('alice', `wrong ${i}`)).status).toBe(401);
    }
    for (let i = 0; i < 30; i++) {
      const stranger = await PortalClient.of(app.ofCards);
      expect((await stranger.prove('sign-in', { username: 'alice', password: `wrong ${i}` })).status).toBe(
        401,
      );
    }
    const alice = await PortalClient.of(app.ofCards);
    const refused = await alice.signInUser('alice', PASSWORD);
    expect(refused.status).toBe(403);
    expect((await alice.signInUser('alice', PASSWORD, { [PROOF]: solve(refused) })).status).toBe(200);
    // Neither another user nor the client API is affected.
    expect((await (await PortalClient.of(app.ofCards)).signInUser('bob', PASSWORD)).status).toBe(401);
    expect(await app.login()).toMatchObject({ code: 0 });
  });

  it('apply to cards that are guessed by recharging, from any address', async () => {
    const app = await createWithPage(server, { cards: ['C1', 'C2'] });
    await app.open();
    const { cookie, session } = await PortalClient.signedIn(app);
    const from = async (address = newAddress()) =>
      Object.assign(await PortalClient.of(app, address), { cookie, session });
    for (let i = 0; i < 3; i++)
      expect(await (await from()).post('recharge', { card: `GUESS-${i}` })).toMatchObject({
        status: 409,
        body: { code: 'recharge_card_unknown' },
      });
    expect((await (await from()).post('recharge', { card: 'C2' })).status).toBe(403);
    expect((await (await from()).prove('recharge', { card: 'C2' })).status).toBe(200);
  });

  it('five wrong unbind passwords lock the unbind password, as in the client', async () => {
    const app = await createWithPage(server);
    const token = await app.open();
    expect(await app.setPassword(token, 'secret1')).toMatchObject({ code: 0 });
    const client = await PortalClient.signedIn(app);
    const [device] = (await client.account()).devices;
    for (let i = 0; i < 5; i++)
      expect(await client.prove('unbind', { device: device!.id, unbindPassword: `wrong${i}` })).toMatchObject(
        {
          status: 409,
          body: { code: 'unbind_password_wrong' },
        },
      );
    const right = { device: device!.id, unbindPassword: 'secret1' };
    expect(await client.post('unbind', right)).toMatchObject({ status: 429 });
    expect((await app.unbindByPassword('secret1')).status).toBe(429);
    expect(await client.post('unbind-password', { password: 'secret2', current: 'secret1' })).toMatchObject({
      status: 429,
    });
    expect(await app.devices()).toEqual(['D1']);
    server.clock.advance(900);
    const later = await PortalClient.signedIn(app);
    expect((await later.post('unbind', right)).status).toBe(200);
  });

  it('limit the requests of a signed-in customer by address', async () => {
    const app = await createWithPage(server);
    // The sign-in counts as well.
    const client = await PortalClient.signedIn(app);
    const answers = await Promise.all(Array.from({ length: 129 }, () => client.get('account')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(119);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    // Another address is not affected, so somebody else who knows the card cannot lock out the customer.
    expect((await (await PortalClient.signedIn(app)).get('account')).status).toBe(200);
  });
});
