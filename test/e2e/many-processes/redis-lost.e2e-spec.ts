import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { AdminClient } from '../../support/admin-client.js';
import { eventually } from '../../support/server-process.js';
import { describeGroup, heartbeat, login, ServerGroup } from '../../support/server-group.js';
import type { SignedClient } from '../../support/signed-client.js';

describeGroup('a Redis that is lost', () => {
  let group: ServerGroup;
  let client: SignedClient;
  let admin: AdminClient;
  beforeEach(async () => {
    group = await ServerGroup.start(1);
    [client] = group.clients as [SignedClient];
    [admin] = (await group.owners()) as [AdminClient];
  });
  afterEach(() => group.stop());

  const isReady = async () => (await fetch(`${group.servers[0]!.url}/health/ready`)).status;
  /** The slowest of many requests, in milliseconds, and what all were answered. */
  async function ask(token: string) {
    const started = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const answer = await heartbeat(client, token);
        return { ...answer, took: performance.now() - started };
      }),
    );
    return { slowest: Math.max(...answers.map(({ took }) => took)), answers };
  }

  it.each(['kill', 'hang'] as const)(
    '(%s) is answered by 503 within a second, and by nothing else',
    async (how) => {
      const token = await login(client);
      expect(await isReady()).toBe(200);
      await group.redis[how]();
      for (let i = 0; i < 3; i++) {
        const { slowest, answers } = await ask(token);
        expect(slowest).toBeLessThan(1000);
        for (const answer of answers) {
          expect(answer).toMatchObject({ status: 503, code: 503 });
          expect(answer.headers.get('retry-after')).toBe('1');
        }
      }
      expect(await isReady()).toBe(503);
      const id = await group.cardId('C1');
      expect(await admin.post(`/cards/${id}/freeze`)).toMatchObject({
        status: 503,
        body: { statusCode: 503 },
      });
      const wrong = { email: 'nobody@example.com', password: 'wrong' };
      expect((await admin.post('/auth/login', wrong)).status).toBe(503);

      if (how === 'hang') group.redis.goOn();
      else await group.redis.restart();
      await eventually(5000, async () => (await isReady()) === 200 || undefined);
      // The same session goes on without a login, and the card was not frozen.
      expect(await heartbeat(client, token)).toMatchObject({ code: 0 });
      expect((await admin.post('/auth/login', wrong)).status).toBe(401);

      const { stdout } = await group.servers[0]!.stop();
      expect(stdout.match(/Redis does not answer/g)).toHaveLength(1);
      expect(stdout.match(/Redis answers again/g)).toHaveLength(1);
    },
  );
});
