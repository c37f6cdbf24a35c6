import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { AuditRecord } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { editAdmin, hire, otherAdmin } from '../../support/admin-fixtures.js';
import { SlowDownload } from '../../support/slow-download.js';
import { TestServer } from '../../support/test-server.js';

describe('the audit log as a file', () => {
  const server = TestServer.forSuite();
  const admin = AdminClient.forSuite(server);
  let applicationId: number;
  beforeAll(async () => {
    ({ id: applicationId } = await admin.create('/applications', { name: 'Editor' }));
    await admin.create('/variables', { applicationId, key: 'v', value: '=1+1' });
    await admin.create('/applications', { name: 'Other' });
  });

  const file = async (filter: object) => {
    const query = new URLSearchParams({ filter: JSON.stringify(filter) });
    const answer = await admin.get(`/audit-log/export?${query.toString()}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=audit-log-2026-01-15.csv');
    return parse(answer.text, { columns: true, bom: true }) as Record<string, string>[];
  };

  it('contains the matching records, the earliest first', async () => {
    const rows = await file({ applicationId });
    expect(rows).toMatchObject([
      {
        at: '2026-01-15T12:00:00Z',
        actorName: 'owner@example.com',
        resource: 'applications',
        action: 'create',
      },
      { resource: 'variables', recordName: 'v', action: 'create', before: '' },
    ]);
    expect(JSON.parse(rows[1]!.after!)).toMatchObject({ key: 'v', value: '=1+1' });
    expect(await file({ resource: 'applications' })).toHaveLength(2);
    expect(await file({ resource: 'nothing' })).toEqual([]);
  });

  it('refuses an application that is not the caller’s', async () => {
    const other = await otherAdmin(admin, 'manager', [applicationId]);
    const path = (id: number) => `/audit-log/export?filter={"applicationId":${id}}`;
    expect(await other.get(path(applicationId))).toMatchObject({ status: 200 });
    expect(await other.get(path(applicationId + 1))).toMatchObject({ status: 404 });
    expect(await admin.get(path(999_999))).toMatchObject({ status: 404 });
  });

  it('is interrupted when the administrator is disabled', async () => {
    const { manager } = server.dataSource;
    const { id: many } = await admin.create('/applications', { name: 'Many' });
    const [record] = await manager.find(AuditRecord, { take: 1 });
    const { id: _, ...rest } = record!;
    const row = { ...rest, applicationId: many, after: JSON.stringify({ note: 'x'.repeat(1000) }) };
    const parts = 100;
    for (let i = 0; i < parts; i++) {
      const rows = Array.from({ length: 200 }, () => ({ ...row }));
      await manager.insert(AuditRecord, rows);
    }

    const taker = await hire(server, admin, 'manager', [many]);
    const path = `/audit-log/export?filter={"applicationId":${many}}`;
    const download = await SlowDownload.begin(taker.client, path);
    expect(download.status).toBe(200);
    await editAdmin(admin, taker, { enabled: false });
    const { text, complete } = await download.read();
    expect({ complete, hasAll: text.split('\r\n').length > 200 * parts }).toEqual({
      complete: false,
      hasAll: false,
    });
  });

  it('refuses a filter that the list does not have', async () => {
    expect(await admin.get('/audit-log/export?filter={"colour":1}')).toMatchObject({ status: 400 });
  });
});
