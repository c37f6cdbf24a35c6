import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ActivityCount, FunctionCallRecord } from '@app/database';
import { SessionCache } from '@app/licensing';
import { OutcomeUnknownError } from '@app/platform';
import { FunctionCallLog } from '@app/remote';
import { UsageWriter } from '@app/usage';
import { CardApplication } from '../../support/card-application.js';
import { CommitCutter } from '../../support/commit-cutter.js';
import { eventually } from '../../support/server-process.js';
import { createMigratedDatabase, ENGINE } from '../../support/test-database.js';
import { TestServer } from '../../support/test-server.js';

const describeOnMysql = ENGINE === 'mysql' ? describe : describe.skip;

describeOnMysql('a connection that breaks during a commit', () => {
  let cutter: CommitCutter;
  let server: TestServer;
  let app: CardApplication;

  beforeAll(async () => {
    const database = await createMigratedDatabase();
    const url = new URL(database.environment.DATABASE_URL!);
    cutter = await CommitCutter.to(Number(url.port || 3306), url.hostname);
    url.host = `127.0.0.1:${cutter.port}`;
    const environment = { ...database.environment, DATABASE_URL: url.href };
    server = await TestServer.start({}, { ...database, environment });
    app = await CardApplication.create(server, { type: { uses: 10 }, cards: ['C1', 'C2', 'U'] });
  });
  afterAll(async () => {
    await server?.stop();
    cutter?.close();
  });

  // A client repeats a request after 503 immediately, even if this would consume uses a second time.
  it('gets 500 for uses that were consumed', async () => {
    const token = await app.open();
    const consumption = { card: 'C1', token, amount: '3', request_id: 'r' };
    server.get(SessionCache).lateCommitsMs = [10];
    cutter.arm();
    expect(await app.client.post('/card/consume', consumption)).toMatchObject({ status: 500, code: 500 });
    await eventually(async () => (await app.heartbeat(token)).result!['uses_left'] === 7 || undefined);
    expect(await app.client.post('/card/consume', consumption)).toMatchObject({
      code: 0,
      result: { uses_left: 7 },
    });
  });

  it('gets 500 for a login and a recharge that succeeded', async () => {
    cutter.arm();
    expect(await app.login('D1', 'C2')).toMatchObject({ status: 500, code: 500 });
    expect(await app.row('C2')).toMatchObject({ status: 'activated' });
    cutter.arm();
    expect(await app.recharge('U', 'C2')).toMatchObject({ status: 500, code: 500 });
    expect(await app.recharge('U', 'C2')).toMatchObject({ code: 10241 });
  });

  it('counts usage once', async () => {
    const job = server.get(UsageWriter);
    await job.run();
    const { applicationId } = await app.row();
    const logins = () =>
      server.dataSource.manager.sum(ActivityCount, 'count', { applicationId, event: 'login' });
    const before = (await logins()) ?? 0;
    await app.login('D1', 'C2');
    cutter.arm();
    await expect(job.run()).rejects.toThrow(OutcomeUnknownError);
    await job.run();
    expect(await logins()).toBe(before + 1);
  });

  it('stores the call of a function once', async () => {
    await app.configure({ functions: [{ name: 'add', source: 'function add(n) { return n; }' }] });
    const log = server.get(FunctionCallLog);
    const call = () => app.client.post('/remote/functions/add/call', { params: '[1]' });
    expect(await call()).toMatchObject({ code: 0 });
    cutter.arm();
    await expect(log.run()).rejects.toThrow(OutcomeUnknownError);
    await log.run();
    expect(await server.dataSource.manager.count(FunctionCallRecord)).toBe(1);
    expect(await call()).toMatchObject({ code: 0 });
    await log.run();
    expect(await server.dataSource.manager.count(FunctionCallRecord)).toBe(2);
  });
});
