import { describe, expect, it, jest } from '@jest/globals';
import { request } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { EntityManager } from 'typeorm';
import { AuditRecord, Card, CardJob, CardType, inTransaction } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { type Account, editAdmin, hire } from '../../support/admin-fixtures.js';
import { CardJobs } from '../../support/card-jobs.js';
import { eventually } from '../../support/server-process.js';
import { ENGINE } from '../../support/test-database.js';
import { TestServer } from '../../support/test-server.js';

const CSV = 'text/csv';
const MIB = 1024 * 1024;

describe('jobs that import cards', () => {
  const server = TestServer.forSuite();
  const admin = AdminClient.forSuite(server);

  const textsOf = async (jobs: CardJobs) => (await jobs.cards()).map(({ card }) => card);
  const numbered = (count: number) => Array.from({ length: count }, (_, i) => `CARD-${i}`);

  it('create a card for each line', async () => {
    const jobs = await CardJobs.create(server, admin);
    const job = await jobs.ended(
      jobs.import('\uFEFFA-1\r\nB 2\n\n卡-3\r\n', { note: 'old shop', batch: 'Old' }),
    );
    expect(job).toMatchObject({
      kind: 'import',
      status: 'done',
      total: 3,
      progress: 3,
      input: { cardTypeId: jobs.cardTypeId, format: 'txt', lines: 3, note: 'old shop', batch: 'Old' },
      result: { created: 3, exists: 0, duplicate: 0, invalid: 0, batch: 'Old' },
    });
    const cards = await jobs.cards();
    expect(cards.map(({ card }) => card)).toEqual(['A-1', 'B 2', '卡-3']);
    for (const card of cards) {
      expect(card).toMatchObject({ status: 'unused', durationAmount: 30, note: 'old shop', batch: 'Old' });
    }
    expect(await jobs.app.login('D1', '卡-3')).toMatchObject({ code: 0 });
    expect(await jobs.report(job.id)).toEqual([]);
    const [record] = await server.dataSource.manager.findBy(AuditRecord, {
      resource: 'card-jobs',
      recordId: String(job.id),
    });
    expect(record).toMatchObject({ action: 'import' });
    expect(JSON.parse(record!.after!)).toMatchObject({ created: 3, batch: 'Old' });
  });

  it('read CSV with notes and batches', async () => {
    const jobs = await CardJobs.create(server, admin);
    const file = '\uFEFFprice,Card,NOTE,batch\r\n5,A,"for ""you"", and me",B1\r\n\r\n6,"B",,\r\n7,C,,B2\r\n';
    const job = await jobs.ended(jobs.import(file, { note: 'shared' }, `${CSV}; charset=UTF-8`));
    expect(job).toMatchObject({
      status: 'done',
      input: { format: 'csv' },
      result: { created: 3, batch: `#${job.id}` },
    });
    expect((await jobs.cards()).map(({ card, note, batch }) => [card, note, batch])).toEqual([
      ['A', 'for "you", and me', 'B1'],
      ['B', 'shared', `#${job.id}`],
      ['C', 'shared', 'B2'],
    ]);
  });

  it('skip and report existing cards', async () => {
    const jobs = await CardJobs.create(server, admin, { cards: ['B'] });
    const elsewhere = await CardJobs.create(server, admin, { cards: ['C'] });
    const before = await jobs.app.row('B');
    const job = await jobs.ended(jobs.import('A\nB\nA\n\nC\na\nB\n'));
    expect(job).toMatchObject({
      status: 'done',
      progress: 6,
      result: { created: 3, exists: 1, duplicate: 2, invalid: 0 },
    });
    const said = (code: string, params = {}) => expect.objectContaining({ code, params });
    expect(await jobs.report(job.id)).toEqual([
      {
        line: 2,
        card: 'B',
        outcome: 'exists',
        reason: 'the application already has this card',
        problem: said('card_exists'),
      },
      {
        line: 3,
        card: 'A',
        outcome: 'duplicate',
        reason: 'the same as line 1',
        problem: said('card_repeated', { line: 1 }),
      },
      {
        line: 7,
        card: 'B',
        outcome: 'duplicate',
        reason: 'the same as line 2',
        problem: said('card_repeated', { line: 2 }),
      },
    ]);
    expect(await textsOf(jobs)).toEqual(['B', 'A', 'C', 'a']);
    expect(await jobs.app.row('B')).toEqual(before);
    expect(await textsOf(elsewhere)).toEqual(['C']);
  });

  it('report as CSV without spreadsheet formulas', async () => {
    const jobs = await CardJobs.create(server, admin);
    const { id } = await jobs.ended(jobs.import('=1+1\n=1+1\n'));
    const answer = await admin.get(`/card-jobs/${id}/report?format=csv`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename=import-${id}.csv`);
    expect(answer.text).toBe(`line,card,outcome,reason\r\n2,'=1+1,duplicate,the same as line 1\r\n`);
    expect(await admin.get(`/card-jobs/${id}/report?format=xml`)).toMatchObject({ status: 422 });
  });

  it('import nothing when a line is invalid, and report why', async () => {
    const jobs = await CardJobs.create(server, admin, { cards: ['X'] });
    const long = 'L'.repeat(65);
    const file = [
      'card,note,batch',
      'OK,,',
      ',,',
      'X,,',
      `${long},,`,
      'S ,,',
      'T\u0007,,',
      'OK,,',
      'N,,,',
      'M',
    ];
    const limits = [`P,${'n'.repeat(501)},`, `Q,,${'b'.repeat(101)}`, 'R, note,'];
    const job = await jobs.ended(jobs.import([...file, ...limits].join('\n'), {}, CSV));
    expect(job).toMatchObject({
      status: 'failed',
      error: '9 lines are invalid; nothing was imported',
      failure: { code: 'invalid_lines', params: { lines: 9 } },
      result: { created: 0, exists: 1, duplicate: 1, invalid: 9 },
    });
    expect((await jobs.report(job.id)).map(({ line, card, reason }) => [line, card, reason])).toEqual([
      [3, '', 'the card is missing'],
      [4, 'X', 'the application already has this card'],
      [5, 'L'.repeat(64), 'the card has more than 64 characters'],
      [6, 'S ', 'the card has leading or trailing white space'],
      [7, 'T\u0007', 'the card has unprintable characters'],
      [8, 'OK', 'the same as line 2'],
      [9, 'N', 'has 4 fields, but the header has 3'],
      [10, 'M', 'has 1 fields, but the header has 3'],
      [11, 'P', 'the note has more than 500 characters'],
      [12, 'Q', 'the batch has more than 100 characters'],
      [13, 'R', 'the note has leading or trailing white space'],
    ]);
    expect(await textsOf(jobs)).toEqual(['X']);
  });

  it.each([
    ['no body', '', 'text/plain', 'contains no cards'],
    ['empty lines', '\n\r\n\n', 'text/plain', 'contains no cards'],
    ['a header alone', 'card,note\n', CSV, 'contains no cards'],
    ['no header', 'A,B\n', CSV, 'must have a header row with exactly one column named card'],
    [
      'two columns of cards',
      'card,card\nA,B\n',
      CSV,
      expect.stringContaining('exactly one column named card'),
    ],
    [
      'a quote that is not closed',
      'card\n"A\nB\n',
      CSV,
      expect.stringContaining('is not valid CSV: Quote Not Closed'),
    ],
    [
      'too many cards',
      'A\n'.repeat(100_001),
      'text/plain',
      expect.stringContaining('more than 100000 cards'),
    ],
  ])('are refused for %s', async (_, body, type, reason) => {
    const jobs = await CardJobs.create(server, admin);
    const answer = await jobs.import(body, {}, type);
    expect(answer).toMatchObject({ status: 422, body: { errors: { body: reason } } });
    expect((await admin.list('/card-jobs', { filter: { applicationId: jobs.applicationId } })).body).toEqual(
      [],
    );
  });

  it.each(['application/json', 'text/html', 'text/csv; charset=gbk', ''])(
    'are refused for a body of the type %j',
    async (type) => {
      const jobs = await CardJobs.create(server, admin);
      expect(await jobs.import('{"a":1}', {}, type)).toMatchObject({ status: 415 });
    },
  );

  it.each([
    [{ applicationId: 'x' }, 'applicationId'],
    [{ cardTypeId: '999999' }, 'cardTypeId'],
    [{ batch: '' }, 'batch'],
    [{ colour: 'red' }, 'colour'],
  ])('are refused for the query %j', async (query, field) => {
    const jobs = await CardJobs.create(server, admin);
    const answer = await jobs.import('A\n', query);
    expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: expect.any(String) } } });
  });

  describe('read the body themselves:', () => {
    /** Sends bytes without a Content-Length. */
    const send = async (jobs: CardJobs, pieces: Iterable<Buffer>, headers: Record<string, string> = {}) => {
      const { applicationId, cardTypeId } = jobs;
      const query = `applicationId=${applicationId}&cardTypeId=${cardTypeId}`;
      const call = request(`${server.url}/api/admin/v1/card-jobs/import?${query}`, {
        method: 'POST',
        headers: {
          'content-type': 'text/plain',
          'x-csrf-token': await csrfToken(),
          cookie: admin.sessionCookie,
          ...headers,
        },
      });
      const answered = once(call, 'response');
      for (const piece of pieces) call.write(piece);
      call.end();
      const [response] = await answered;
      return { status: response.statusCode, body: JSON.parse(await text(response)) };
    };
    const csrfToken = async () => String((await admin.get('/auth/me')).body.csrfToken);

    it('bytes that are not UTF-8 are refused', async () => {
      const jobs = await CardJobs.create(server, admin);
      for (const bytes of [
        [0x41, 0xff, 0x0a],
        [0x41, 0x0a, 0xe5, 0x8d],
      ]) {
        expect(await send(jobs, [Buffer.from(bytes)])).toMatchObject({
          status: 422,
          body: { errors: { body: 'is not UTF-8 text' } },
        });
      }
    });

    it('a character can be split between two chunks', async () => {
      const jobs = await CardJobs.create(server, admin);
      const bytes = Buffer.from('卡-1\r\n卡-2');
      const pieces = Array.from(bytes, (byte) => Buffer.from([byte]));
      const answer = await send(jobs, pieces);
      expect(answer.status).toBe(201);
      expect((await jobs.ended(answer)).result).toMatchObject({ created: 2 });
      expect(await textsOf(jobs)).toEqual(['卡-1', '卡-2']);
    });

    it('more than 16 MiB are refused, announced or not', async () => {
      const jobs = await CardJobs.create(server, admin);
      const piece = Buffer.alloc(MIB, `${'A'.repeat(1023)}\n`);
      const tooLong = { status: 413, body: { message: expect.stringContaining('16 MiB') } };
      expect(await send(jobs, Array<Buffer>(17).fill(piece))).toMatchObject(tooLong);
      const announced = { 'content-length': String(17 * MIB) };
      expect(await send(jobs, Array<Buffer>(17).fill(piece), announced)).toMatchObject(tooLong);
      expect(await jobs.count()).toBe(0);
    });

    it('callers without the right are refused before the body arrives', async () => {
      const jobs = await CardJobs.create(server, admin);
      const viewer = await hire(server, admin, 'viewer', [jobs.applicationId]);
      const path = `/api/admin/v1/card-jobs/import?applicationId=${jobs.applicationId}&cardTypeId=${jobs.cardTypeId}`;
      for (const [cookie, status] of [
        ['', 401],
        [viewer.client.sessionCookie, 403],
      ] as const) {
        const call = request(server.url + path, {
          method: 'POST',
          headers: { 'content-type': 'text/plain', 'content-length': String(10 * MIB), cookie },
        });
        call.on('error', () => undefined);
        call.write('A\n');
        const [response] = await once(call, 'response');
        expect(response.statusCode).toBe(status);
        call.destroy();
      }
    });
  });

  describe('whose caller loses the right while the body arrives', () => {
    it.each<[string, number, path: string, (caller: Account, client: AdminClient) => Promise<unknown>]>([
      ['the session ends', 401, 'import', (_, client) => client.post('/auth/logout')],
      ['the role changes', 403, 'import', (caller) => editAdmin(admin, caller, { role: 'viewer' })],
      ['the role changes', 403, 'import-state', (caller) => editAdmin(admin, caller, { role: 'viewer' })],
      [
        'the application is taken away',
        403,
        'import',
        (caller) => editAdmin(admin, caller, { applicationIds: [] }),
      ],
    ])('create nothing: %s (%i, %s)', async (_, status, path, lose) => {
      const jobs = await CardJobs.create(server, admin);
      const { applicationId, cardTypeId } = jobs;
      const { client, ...caller } = await hire(server, admin, 'operator', [applicationId]);
      const { credentials } = client;
      const call = request(
        `${server.url}/api/admin/v1/card-jobs/${path}?applicationId=${applicationId}&cardTypeId=${cardTypeId}`,
        { method: 'POST', headers: { 'content-type': 'text/csv', ...credentials } },
      );
      const answered = once(call, 'response');
      // The server looks up the card type between the first check of the caller's rights and the body.
      const find = jest.spyOn(EntityManager.prototype, 'findOneBy');
      call.write('card\nA\n');
      await eventually(async () => find.mock.calls.some(([entity]) => entity === CardType) || undefined);
      find.mockRestore();
      await lose(caller, client);
      call.end('B\n');
      const [response] = await answered;
      expect({ status: response.statusCode, body: await text(response) }).toMatchObject({ status });
      expect(await jobs.count()).toBe(0);
      expect(await server.dataSource.manager.countBy(CardJob, { applicationId })).toBe(0);
    });
  });

  it('leave places to other administrators while files of one arrive slowly', async () => {
    const jobs = await CardJobs.create(server, admin);
    const { applicationId, cardTypeId } = jobs;
    const { client } = await hire(server, admin, 'operator', [applicationId]);
    const path = (kind: string) =>
      `/card-jobs/${kind}?applicationId=${applicationId}&cardTypeId=${cardTypeId}`;
    const find = jest.spyOn(EntityManager.prototype, 'findOneBy');
    const uploads = ['import', 'import-state', 'import', 'import', 'import-state'].map((kind) => {
      const call = request(`${server.url}/api/admin/v1${path(kind)}`, {
        method: 'POST',
        headers: { 'content-type': CSV, ...client.credentials },
      });
      call.write('card\n');
      const answered = once(call, 'response');
      // If the test fails, the end of the server breaks the connections.
      answered.catch(() => undefined);
      return { call, answered };
    });
    // The server looks up the card type when the upload has a place.
    const begun = () => find.mock.calls.filter(([entity]) => entity === CardType).length;
    await eventually(async () => begun() >= uploads.length || undefined);
    find.mockRestore();

    const another = await client.request('POST', path('import'), 'A\n', { 'content-type': 'text/plain' });
    expect(another).toMatchObject({ status: 429, body: { code: 'too_many_uploads' } });
    expect(await client.post('/card-jobs/generate', { applicationId, cardTypeId, count: 1 })).toMatchObject({
      status: 201,
    });
    expect((await jobs.ended(jobs.import('A\n'))).result).toMatchObject({ created: 1 });

    for (const [i, { call, answered }] of uploads.entries()) {
      call.end(`UPLOADED-${i}\n`);
      const [response] = await answered;
      expect({ status: response.statusCode, body: await text(response) }).toMatchObject({ status: 201 });
    }
    expect(
      await client.request('POST', path('import'), 'B\n', { 'content-type': 'text/plain' }),
    ).toMatchObject({
      status: 201,
    });
  });

  it('create each card once, consecutively and concurrently', async () => {
    const jobs = await CardJobs.create(server, admin);
    const file = numbered(3000).join('\n');
    const answers = await Promise.all(Array.from({ length: 5 }, () => jobs.import(file)));
    const ended = await Promise.all(answers.map((answer) => jobs.ended(answer)));
    expect(ended.map(({ status }) => status)).toEqual(Array(5).fill('done'));
    const created = ended.map(({ result }) => Number(result!['created'])).toSorted((a, b) => b - a);
    expect(created).toEqual([3000, 0, 0, 0, 0]);
    const again = await jobs.ended(jobs.import(file));
    expect(again.result).toMatchObject({ created: 0, exists: 3000 });
    expect(await textsOf(jobs)).toEqual(numbered(3000));
  });

  it('create one job per request key, however often they are submitted', async () => {
    const jobs = await CardJobs.create(server, admin);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => jobs.import(numbered(50).join('\n'), { requestKey: 'upload 1' })),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    await jobs.ended(answers[0]!);
    const later = await jobs.import(numbered(50).join('\n'), { requestKey: 'upload 1' });
    expect(later).toMatchObject({ status: 201, body: { id: answers[0]!.body.id, result: { created: 50 } } });
    expect(await jobs.count()).toBe(50);
  });

  it('are refused under the key of another file or of other fields', async () => {
    const jobs = await CardJobs.create(server, admin);
    const asked = { requestKey: 'upload 1', note: 'n' };
    await jobs.ended(jobs.import('A\nB\n', asked));
    for (const other of [
      jobs.import('A\nC\n', asked),
      jobs.import('card\nA\nB\n', asked, 'text/csv'),
      jobs.import('A\nB\n', { ...asked, note: 'other' }),
      jobs.import('A\nB\n', { requestKey: 'upload 1' }),
      jobs.import('A\nB\n', { ...asked, batch: 'b' }),
    ])
      expect(await other).toMatchObject({
        status: 422,
        body: { errors: { requestKey: 'has already been used for another job' } },
      });
    expect(await jobs.import('A\nB\n', asked)).toMatchObject({
      status: 201,
      body: { result: { created: 2 } },
    });
    expect(await jobs.count()).toBe(2);
  });

  it('leave no rows when the database fails in the middle', async () => {
    const jobs = await CardJobs.create(server, admin);
    await server.dataSource.query(
      ENGINE === 'sqlite'
        ? `CREATE TRIGGER boom BEFORE INSERT ON cards WHEN NEW.card = 'CARD-2500' BEGIN SELECT RAISE(ABORT, 'boom'); END`
        : `CREATE TRIGGER boom BEFORE INSERT ON cards FOR EACH ROW
           IF NEW.card = 'CARD-2500' THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'boom'; END IF`,
    );
    const file = numbered(3000).join('\n');
    const failed = await jobs.ended(jobs.import(file));
    expect(failed).toMatchObject({
      status: 'failed',
      result: null,
      error: 'Internal server error; nothing was changed. See the server’s log',
    });
    expect(failed.progress).toBeGreaterThan(0);
    expect(await jobs.count()).toBe(0);

    await server.dataSource.query('DROP TRIGGER boom');
    expect((await jobs.ended(jobs.import(file))).result).toMatchObject({ created: 3000 });
  });

  if (ENGINE === 'mysql') {
    it('detect cards that another writer creates concurrently', async () => {
      const jobs = await CardJobs.create(server, admin);
      expect(await jobs.ended(jobs.generate({ count: 1 }))).toMatchObject({ status: 'done' });
      const [model] = await jobs.cards();
      const waiting = await inTransaction(server.dataSource, async (manager) => {
        await manager.insert(Card, { ...model, id: undefined!, card: 'CARD-7' });
        const submitted = await jobs.import(numbered(10).join('\n'));
        // The job has looked up the cards, found none, and waits with its insert for this transaction.
        await eventually(async () => {
          const rows: object[] = await server.dataSource.query(
            "SELECT 1 FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'",
          );
          return rows.length > 0 ? true : undefined;
        });
        return { submitted };
      });
      const job = await jobs.ended(waiting.submitted);
      expect(job).toMatchObject({ status: 'done', result: { created: 9, exists: 1 } });
      expect((await jobs.report(job.id)).map(({ line }) => line)).toEqual([8]);
      expect(await jobs.count()).toBe(11);
    });
  }

  it('report each of 100,000 lines, while heartbeats go on', async () => {
    const jobs = await CardJobs.create(server, admin, { cards: ['C1'] });
    const token = await jobs.app.open();
    const file = ['card,note', ...numbered(100_000).map((card) => `${card},"n, ${card}"`)].join('\r\n');
    const first = jobs.ended(jobs.import(file, {}, CSV));
    expect(await jobs.app.beatDuring(token, () => first)).toBeGreaterThan(5);
    expect((await first).result).toMatchObject({ created: 100_000 });
    const again = await jobs.ended(jobs.import(file, {}, CSV));
    expect(again.result).toMatchObject({ created: 0, exists: 100_000 });
    const report = await jobs.report(again.id);
    expect(report).toHaveLength(100_000);
    expect(report.at(-1)).toMatchObject({ line: 100_001, card: 'CARD-99999', outcome: 'exists' });
    // A list of jobs contains no reports.
    const list = await admin.list('/card-jobs', { filter: { applicationId: jobs.applicationId } });
    expect(list.text.length).toBeLessThan(10_000);
    expect(await jobs.count()).toBe(100_001);
  });

  it('have a report, which a job that generates cards does not have', async () => {
    const jobs = await CardJobs.create(server, admin);
    const { id } = await jobs.ended(jobs.generate({ count: 1 }));
    expect(await admin.get(`/card-jobs/${id}/report`)).toMatchObject({ status: 404 });
  });
});
