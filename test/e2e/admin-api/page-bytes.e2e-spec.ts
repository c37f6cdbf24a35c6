import { beforeAll, describe, expect, it } from '@jest/globals';
import { RemoteData, RemoteFunction, Variable } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { leastTurnMs } from '../../support/longest-turn.js';
import { TestServer } from '../../support/test-server.js';

/** Limit in milliseconds, as in the suite `event-loop`. */
const BAR_MS = 50;
const LONGEST = 64 * 1024;
const MADE = { rowVersion: 1, createdAt: 1, updatedAt: 1 };
const ROWS = 100;
/** Rows that fit into a response: with plain text, and with text that JSON escapes to six times its length. */
const FITTING = 63;
const FITTING_CONTROL = 10;

describe('a page of long values', () => {
  const server = TestServer.forSuite();
  const admin = AdminClient.forSuite(server);
  let plain: number;
  let control: number;
  let functions: number;
  beforeAll(async () => {
    const application = async (name: string) => (await admin.create('/applications', { name })).id;
    [plain, control] = [await application('Plain'), await application('Control')];
    await fill(plain, 'x', ROWS);
    // JSON encodes such a byte as six bytes.
    await fill(control, '\u0001', 25);
    functions = await application('Functions');
    const run = { version: 1, enabled: true, timeoutMs: null, memoryMb: null };
    for (let i = 0; i < ROWS; i++) {
      const row = { ...run, ...MADE, applicationId: functions, name: `f${i}` };
      await server.dataSource.manager.insert(RemoteFunction, { ...row, source: 'x'.repeat(LONGEST) });
    }
  });

  const fill = async (applicationId: number, character: string, rows: number) => {
    const { manager } = server.dataSource;
    const value = character.repeat(LONGEST);
    for (let i = 0; i < rows; i++) {
      const row = { ...MADE, applicationId, key: `k${i}`, value };
      await manager.insert(RemoteData, { ...row, scope: 'app', ownerId: 0 });
      await manager.insert(Variable, { ...row, cardAuth: false, checkRule: null });
    }
  };
  const list = (path: string, applicationId: number, rows: number) =>
    admin.list(path, { filter: { applicationId }, range: [0, rows - 1] });
  const tooLarge = (fitting: number) => ({
    status: 413,
    body: { statusCode: 413, code: 'page_too_large', params: { maxMib: 4, fitting } },
  });

  it.each(['/data', '/variables'])(
    'of %s is refused with the number of rows that fit, and those are served',
    async (path) => {
      const refused = await list(path, plain, 1000);
      expect(refused).toMatchObject(tooLarge(FITTING));
      expect(refused.body).toMatchObject({
        message: 'These rows contain more than 4 MiB of text; request fewer, such as 63',
      });
      const served = await list(path, plain, FITTING);
      expect(served.status).toBe(200);
      expect(served.body).toHaveLength(FITTING);
      expect(served.headers.get('content-range')).toBe(`items 0-${FITTING - 1}/${ROWS}`);
      expect(await list(path, plain, FITTING + 1)).toMatchObject(tooLarge(FITTING));
    },
  );

  it('counts bytes as JSON writes them', async () => {
    expect(await list('/data', control, 25)).toMatchObject(tooLarge(FITTING_CONTROL));
    const served = await list('/data', control, FITTING_CONTROL);
    expect(served.status).toBe(200);
    expect(served.body).toHaveLength(FITTING_CONTROL);
  });

  it('ignores fields that a list does not show', async () => {
    const served = await list('/functions', functions, 1000);
    expect(served.status).toBe(200);
    expect(served.body).toHaveLength(ROWS);
    expect(served.body[0]).not.toHaveProperty('source');
  });

  it.each([
    ['served', () => plain, FITTING, 200],
    ['served and consists of control characters', () => control, FITTING_CONTROL, 200],
    ['refused', () => plain, 1000, 413],
  ])('delays no other request when it is %s', async (_, applicationId, rows, status) => {
    const query = new URLSearchParams({
      filter: JSON.stringify({ applicationId: applicationId() }),
      range: `[0,${rows - 1}]`,
    });
    const url = `${server.url}/api/admin/v1/data?${query.toString()}`;
    const ask = async () => {
      const response = await fetch(url, { headers: admin.credentials });
      for await (const piece of response.body!) void piece;
      expect(response.status).toBe(status);
    };
    expect(await leastTurnMs(BAR_MS, ask)).toBeLessThan(BAR_MS);
  });
});
