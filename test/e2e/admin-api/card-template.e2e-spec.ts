import { describe, expect, it } from '@jest/globals';
import { AdminClient } from '../../support/admin-client.js';
import { CardJobs } from '../../support/card-jobs.js';
import { TestServer } from '../../support/test-server.js';

describe('cards by template', () => {
  const server = TestServer.forSuite();
  const admin = AdminClient.forSuite(server);

  const pathOf = (filter: object, format: string) =>
    `/cards/export?${new URLSearchParams({ filter: JSON.stringify(filter), format }).toString()}`;
  const setTemplate = ({ applicationId }: CardJobs, fields: object) =>
    admin.edit(`/applications/${applicationId}`, fields);

  it('are written as the application says, in its language', async () => {
    const jobs = await CardJobs.create(server, admin, {
      settings: { language: 'zh-CN' },
      types: { 月卡: { duration: { unit: 'months', amount: 1 } } },
      cards: ['A', { card: 'B', card_type: '月卡' }],
    });
    const { applicationId } = jobs;
    expect((await admin.get(pathOf({ applicationId }, 'template'))).text).toBe('A\r\nB\r\n');
    const cardTemplate = '卡号:{card} 时长:{duration}\n{type}{note}';
    expect(await setTemplate(jobs, { cardTemplate })).toMatchObject({ status: 200, body: { cardTemplate } });
    const answer = await admin.get(pathOf({ applicationId }, 'template'));
    expect(answer.text).toBe('卡号:A 时长:30天\r\nType\r\n卡号:B 时长:1个月\r\n月卡\r\n');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    await setTemplate(jobs, { cardTemplate: null });
    expect((await admin.get(pathOf({ applicationId }, 'template'))).text).toBe('A\r\nB\r\n');
  });

  it('are exported once when they are marked as issued', async () => {
    const jobs = await CardJobs.create(server, admin, { cards: ['A', 'B'] });
    await setTemplate(jobs, { cardTemplate: 'Card {card} ({duration})' });
    const body = { filter: { applicationId: jobs.applicationId }, format: 'template' };
    const first = await admin.post('/cards/export/issue', body);
    expect(first.text).toBe('Card A (30 days)\r\nCard B (30 days)\r\n');
    expect(first.headers.get('x-issued-cards')).toBe('2');
    const second = await admin.post('/cards/export/issue', body);
    expect(second.text).toBe('');
    expect(second.headers.get('x-issued-cards')).toBe('0');
  });

  it('are in a file named after application, type and batch', async () => {
    const jobs = await CardJobs.create(server, admin, { types: { 'Month: "big"/€': {} } });
    const { applicationId } = jobs;
    const types = await admin.list<{ id: number }>('/card-types', {
      filter: { applicationId, name: 'Month' },
    });
    const cardTypeId = types.body[0]!.id;
    const nameOf = async (filter: object) =>
      (await admin.get(pathOf(filter, 'txt'))).headers.get('content-disposition');
    const app = jobs.app.name.replace(' ', '_');
    expect(await nameOf({ applicationId, batch: '#12' })).toBe(
      `attachment; filename=${app}-#12-2026-01-15.txt`,
    );
    const encoded = encodeURIComponent(`${app}-Month_big_€-#1-2026-01-15.txt`);
    expect(await nameOf({ applicationId, cardTypeId, batch: '#1' })).toContain(`filename*=UTF-8''${encoded}`);
    expect(await nameOf({})).toBe('attachment; filename=cards-2026-01-15.txt');
  });

  it.each(['', 'no card', '{card} {price}', `{card}${'x'.repeat(495)}`, 7])(
    'refuses the template %j',
    async (cardTemplate) => {
      const jobs = await CardJobs.create(server, admin);
      expect(await setTemplate(jobs, { cardTemplate })).toMatchObject({
        status: 422,
        body: { errors: { cardTemplate: expect.stringContaining('{card}') } },
      });
    },
  );
});
