import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AdminClient } from '../../support/admin-client.js';
import { CardApplication } from '../../support/card-application.js';
import { REDIS_URL } from '../../support/private-redis.js';
import { describeGroup } from '../../support/server-group.js';
import { eventually } from '../../support/server-process.js';
import { SignedClient } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';

describeGroup('a process that does not poll is notified of', () => {
  let here: TestServer;
  let there: TestServer;
  let app: CardApplication;
  let elsewhere: SignedClient;
  let admin: AdminClient;

  beforeAll(async () => {
    here = await TestServer.start({ REDIS_URL: REDIS_URL! });
    app = await CardApplication.create(here);
    admin = await AdminClient.owner(here);
    there = await here.startAnother();
    there.stopScheduledJobs();
    elsewhere = new SignedClient(there.url, app.client.credentials, there.clock);
  });
  afterAll(async () => {
    await there?.stop();
    await here?.stop();
  });

  const becomes = (code: number, ask: () => Promise<{ code: number }>) =>
    eventually(async () => (await ask()).code === code || undefined);

  it('an application that is disabled and enabled', async () => {
    const path = `/applications/${(await app.row()).applicationId}`;
    const enable = async (enabled: boolean) =>
      expect(await admin.edit(path, { enabled })).toMatchObject({ status: 200 });
    await enable(false);
    await becomes(10230, () => elsewhere.get('/software/notice'));
    await enable(true);
    await becomes(0, () => elsewhere.get('/software/notice'));
  });

  it('a block', async () => {
    const token = await app.open();
    const beat = () => elsewhere.post('/card/heartbeat', { card: 'C1', token });
    expect(await beat()).toMatchObject({ code: 0 });
    await admin.create('/blocks', { kind: 'card', pattern: 'C1', reason: 'test' });
    await becomes(10212, beat);
  });
});
