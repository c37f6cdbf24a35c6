import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { UsageLog, UsageWriter } from '@app/usage';
import { ActivityCount, Session } from '@app/database';
import { HeartbeatSaver } from '@app/licensing';
import { AdminClient } from '../../support/admin-client.js';
import { CardApplication } from '../../support/card-application.js';
import { hireWithPhone, shownBy, tryToSignIn, wrongCodeOf } from '../../support/phone.js';
import { REDIS_URL } from '../../support/private-redis.js';
import { describeGroup } from '../../support/server-group.js';
import { SignedClient } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';

describeGroup('concurrent writes by two processes', () => {
  let servers: [TestServer, TestServer];
  beforeAll(async () => {
    const first = await TestServer.start({ REDIS_URL: REDIS_URL!, TRUST_PROXY: 'loopback' });
    servers = [first, await first.startAnother()];
  });
  afterAll(async () => {
    await servers[1].stop();
    await servers[0].stop();
  });

  it('add up counts', async () => {
    const [first] = servers;
    const app = await CardApplication.create(first);
    const { applicationId } = await app.row();
    const now = first.clock.now();
    const CODES = Array.from({ length: 50 }, (_, code) => code + 1);
    for (let round = 0; round < 20; round++) {
      await Promise.all(
        servers.map(async (server, index) => {
          for (const code of index === 0 ? CODES : CODES.toReversed())
            server.get(UsageLog).count(applicationId, 'refusal', now, code);
          await server.get(UsageWriter).run();
        }),
      );
    }
    const counts = await first.dataSource.manager.findBy(ActivityCount, { applicationId, event: 'refusal' });
    expect(counts.map(({ count }) => count)).toEqual(CODES.map(() => 40));
  });

  it('never set the time of the last heartbeat back', async () => {
    const [first, second] = servers;
    const app = await CardApplication.create(first);
    const elsewhere = new SignedClient(second.url, app.client.credentials, second.clock);
    const token = await app.open();
    first.clock.advance(1);
    expect(await app.heartbeat(token)).toMatchObject({ code: 0 });
    first.clock.advance(1);
    expect(await elsewhere.post('/card/heartbeat', { card: 'C1', token })).toMatchObject({ code: 0 });
    await second.get(HeartbeatSaver).save();
    await first.get(HeartbeatSaver).save();
    const [session] = await app.sessions();
    expect(await first.dataSource.manager.findOneByOrFail(Session, { id: session!.id })).toMatchObject({
      lastSeenAt: first.clock.now(),
    });
  });

  it('add up wrong one-time passwords of an administrator, from one address after another', async () => {
    const [first] = servers;
    const person = await hireWithPhone(first, await AdminClient.owner(first));
    const code = wrongCodeOf(person.phone, first);
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, i) => tryToSignIn(servers[i % 2]!, person, code, `192.0.2.${i}`)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    for (const server of servers) {
      const answer = await tryToSignIn(server, person, shownBy(person.phone, server), '192.0.2.99');
      expect(answer).toMatchObject({ status: 429 });
    }
  });
});
