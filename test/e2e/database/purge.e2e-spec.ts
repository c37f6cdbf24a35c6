import { beforeAll, describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { LessThan } from 'typeorm';
import { AdminPurgeJob } from '@app/admin';
import {
  Block,
  CardJob,
  deleteInBatches,
  FunctionVersion,
  Refusal,
  ServerState,
  VariableVersion,
} from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { DAY_SEC } from '../../support/admin-fixtures.js';
import { TestServer } from '../../support/test-server.js';

const PORTIONS = 12;
const ROWS = 500;

describe('purges of old rows', () => {
  const server = TestServer.forSuite({
    CARD_JOB_RETENTION_DAYS: '2',
    BLOCK_RETENTION_DAYS: '3',
    FUNCTION_VERSIONS: '2',
    VARIABLE_VERSIONS: '3',
  });
  let owner: AdminClient;
  let applicationId: number;
  beforeAll(async () => {
    owner = await AdminClient.owner(server);
    ({ id: applicationId } = await owner.create('/applications', { name: 'A' }));
  });

  const purge = () => server.get(AdminPurgeJob).run();
  const job = { kind: 'note', total: 1, progress: 1, input: '{}', createdBy: 'x', createdAt: 0 } as const;

  it('delete card jobs that ended longer ago than CARD_JOB_RETENTION_DAYS', async () => {
    const jobs = server.dataSource.getRepository(CardJob);
    const now = server.clock.now();
    const edge = now - 2 * DAY_SEC * 1000;
    const row = (finishedAt: number | null) => ({
      ...job,
      applicationId,
      status: finishedAt === null ? ('queued' as const) : ('done' as const),
      finishedAt,
    });
    await jobs.insert([...Array.from({ length: 45 }, () => row(edge - 1)), row(edge), row(null)]);
    await purge();
    const left = await jobs.find({ order: { id: 'ASC' } });
    expect(left.map(({ finishedAt }) => finishedAt)).toEqual([edge, null]);
  });

  it('delete blocks that ended longer ago than BLOCK_RETENTION_DAYS, and servers drop them', async () => {
    const block = { applicationId, kind: 'device', reason: 'r' };
    const inADay = server.clock.now() + DAY_SEC * 1000;
    await owner.create('/blocks', { ...block, pattern: 'ended', expiresAt: inADay });
    await owner.create('/blocks', { ...block, pattern: 'for ever' });
    const patterns = async () => (await server.dataSource.manager.find(Block)).map(({ pattern }) => pattern);
    const revisions = () => server.dataSource.manager.find(ServerState);
    const before = await revisions();
    server.clock.advance(4 * DAY_SEC);
    await purge();
    expect(await patterns()).toEqual(['ended', 'for ever']);
    expect(await revisions()).toEqual(before);
    server.clock.advance(1);
    await purge();
    expect(await patterns()).toEqual(['for ever']);
    expect(await revisions()).not.toEqual(before);
  });

  it('delete all but the newest FUNCTION_VERSIONS sources of a function', async () => {
    owner = await AdminClient.owner(server);
    const source = (i: number) => `function f() { return ${i}; }`;
    const f = await owner.create('/functions', { applicationId, name: 'f', source: source(1) });
    await owner.create('/functions', { applicationId, name: 'g', source: 'function g() {}' });
    for (let i = 2; i <= 4; i++)
      expect(await owner.edit(`/functions/${f.id}`, { source: source(i) })).toMatchObject({ status: 200 });
    await purge();
    const versions = await server.dataSource.getRepository(FunctionVersion).find({ order: { id: 'ASC' } });
    expect(versions.map(({ version, source }) => [version, source])).toEqual([
      [1, 'function g() {}'],
      [3, source(3)],
      [4, source(4)],
    ]);
  });

  it('delete all but the newest VARIABLE_VERSIONS values of a variable', async () => {
    owner = await AdminClient.owner(server);
    const v = await owner.create('/variables', { applicationId, key: 'v', value: '1' });
    await owner.create('/variables', { applicationId, key: 'w', value: 'w' });
    for (let i = 2; i <= 5; i++) {
      expect(await owner.patch(`/variables/${v.id}`, { rowVersion: i - 1, value: String(i) })).toMatchObject({
        status: 200,
      });
    }
    await purge();
    const versions = await server.dataSource.getRepository(VariableVersion).find({ order: { id: 'ASC' } });
    expect(versions.map(({ version, value }) => [version, value])).toEqual([
      [1, 'w'],
      [3, '3'],
      [4, '4'],
      [5, '5'],
    ]);
  });

  it('runs in batches, between which other work gets its turn', async () => {
    const refusals = server.dataSource.getRepository(Refusal);
    const row = { applicationId, at: 1, endpoint: 'card/login', code: 1, name: null, deviceId: null, ip: '' };
    for (let i = 0; i < PORTIONS; i++)
      await refusals.insert(Array.from({ length: ROWS }, () => ({ ...row })));
    await refusals.insert({ ...row, at: 2 });
    const purge = { isOver: false };
    let turns = 0;
    const others = async () => {
      while (!purge.isOver) {
        await refusals.countBy({ at: 2 });
        turns += 1;
        await setImmediate();
      }
    };
    const othersDone = others();
    expect(await deleteInBatches(server.dataSource, Refusal, { at: LessThan(2) })).toBe(PORTIONS * ROWS);
    purge.isOver = true;
    await othersDone;
    expect(await refusals.find()).toMatchObject([{ at: 2 }]);
    expect(turns).toBeGreaterThanOrEqual(PORTIONS);
  });
});
