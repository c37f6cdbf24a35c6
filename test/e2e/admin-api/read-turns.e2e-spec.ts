import { beforeAll, describe, expect, it } from '@jest/globals';
import { AdminClient } from '../../support/admin-client.js';
import { newToken, otherAdmin } from '../../support/admin-fixtures.js';
import { CardApplication } from '../../support/card-application.js';
import { CardJobs } from '../../support/card-jobs.js';
import { median } from '../../support/summary.js';
import { TestServer } from '../../support/test-server.js';

/** Number of cards, so that a list takes much longer than a login. */
const CARDS = 10_000;
/** Number of lists that are requested concurrently and continuously. */
const FLOOD = 40;
/** Number of consecutive requests that another party sends. */
const TRIES = 5;

describe('a viewer who requests slow lists continuously does not delay', () => {
  const server = TestServer.forSuite({ DATABASE_POOL_SIZE: '8' });
  const owner = AdminClient.forSuite(server);
  let viewer: AdminClient;
  let listed: CardJobs;
  beforeAll(async () => {
    listed = await CardJobs.create(server, owner);
    await listed.ended(listed.generate({ count: CARDS, note: 'note' }));
    const { applicationId } = listed;
    const person = await otherAdmin(owner, 'viewer', [applicationId]);
    const { token } = await newToken(person, { applicationIds: [applicationId] });
    viewer = AdminClient.withToken(server.url, token);
  });

  /**
   * Sends a request several times during the flood. Expects correct responses before most of the waiting lists are
   * answered.
   */
  async function expectServedBeside(ask: () => Promise<{ status: number }>): Promise<void> {
    const flood = { isOver: false, answered: 0, statuses: new Set<number>() };
    const asking = Array.from({ length: FLOOD }, async () => {
      while (!flood.isOver) {
        const { status } = await viewer.list('/cards', {
          filter: { note: 'note' },
          sort: ['expiresAt', 'DESC'],
          range: [CARDS / 2, CARDS / 2],
        });
        flood.answered += 1;
        flood.statuses.add(status);
      }
    });
    const waited: number[] = [];
    try {
      for (let i = 0; i < TRIES; i++) {
        const before = flood.answered;
        expect(await ask()).toMatchObject({ status: 200 });
        waited.push(flood.answered - before);
      }
    } finally {
      flood.isOver = true;
      await Promise.all(asking);
    }
    expect(median(waited)).toBeLessThan(FLOOD / 4);
    // The flooding reader may get 503.
    for (const status of flood.statuses) expect([200, 503]).toContain(status);
  }

  it('the clients of another application', async () => {
    const other = await CardApplication.create(server, { type: { max_sessions: 0, max_devices: 0 } });
    await expectServedBeside(() => other.client.post('/card/login', { card: 'C1', device_id: 'D' }));
  });

  it('another administrator', () => expectServedBeside(() => owner.list('/cards', { range: [0, 9] })));

  it('a page that requests many lists at once', async () => {
    const { applicationId } = listed;
    const page = ['/cards', '/card-types', '/users', '/sessions', '/devices', '/audit-log', '/applications'];
    const stats = ['cards', 'expiring'].map((name) => `/stats/${name}?applicationId=${applicationId}`);
    const answers = await Promise.all([...page, ...stats].map((path) => owner.get(path)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });
});
