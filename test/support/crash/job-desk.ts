import { setTimeout } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { ApplicationDto } from '@app/apply';
import { AuditRecord, Card, CardJob } from '@app/database';
import type { AdminAnswer, AdminClient } from '../admin-client.js';
import type { Job as ShownJob } from '../card-jobs.js';
import { eventually } from '../server-process.js';
import { HOUR_MS } from './admin-rules.js';
import type { SeededRandom } from './seeded-random.js';
import { ofAdmin, type Traffic } from './traffic.js';

const CARDS = 400;
const BATCH = 'desk';
const CARD_TYPE = 'T';
const ACTIONS = { add_time: 4, freeze: 2, unfreeze: 2, generate: 2 };
const MOST_HOURS = 5;
const GENERATED = 5;
/** Expiry of the cards at first, far enough that no card expires. */
const FIRST_EXPIRY = Date.parse('2040-01-01T00:00:00Z');

type Action = keyof typeof ACTIONS;

interface Wanted {
  readonly key: string;
  readonly action: Action;
  readonly hours: number;
  /** True once a server has answered that it has the job. */
  isPromised: boolean;
}

const isOpen = ({ status }: { status: string }) => status === 'queued' || status === 'running';

/**
 * An administrator who starts one card job after another. Two concurrent requests with one key submit each job, and
 * requests without an answer are repeated. All jobs change the same cards, so that their state tells which jobs were
 * done.
 */
export class JobDesk {
  private readonly wanted: Wanted[] = [];

  private constructor(
    private readonly admin: AdminClient,
    private readonly applicationId: number,
    private readonly cardTypeId: number,
    private readonly traffic: Traffic,
  ) {}

  /** The application's entry in a file. */
  static readonly APPLICATION = {
    name: 'Jobs',
    card_types: [{ name: CARD_TYPE, duration: { unit: 'days', amount: 30 } }],
  };

  /** @param applied the application, which has no cards yet */
  static async open(admin: AdminClient, applied: ApplicationDto, traffic: Traffic): Promise<JobDesk> {
    const idOf = async (path: string, filter: object) =>
      (await admin.list<{ id: number; name: string }>(path, { filter })).body[0]!.id;
    const { body } = await admin.list<{ id: number; name: string }>('/applications');
    const applicationId = body.find(({ name }) => name === applied.name)!.id;
    const desk = new JobDesk(
      admin,
      applicationId,
      await idOf('/card-types', { applicationId, name: CARD_TYPE }),
      traffic,
    );
    const lines = Array.from(
      { length: CARDS },
      (_, i) => `D-${i},active,${new Date(FIRST_EXPIRY).toISOString()},${BATCH}`,
    );
    const query = `applicationId=${applicationId}&cardTypeId=${desk.cardTypeId}`;
    const { status, text } = await admin.request<ShownJob>(
      'POST',
      `/card-jobs/import-state?${query}`,
      ['card,state,expires_at,batch', ...lines].join('\n'),
      { 'content-type': 'text/csv' },
    );
    if (status !== 201) throw new Error(`The import was answered ${status}: ${text}`);
    return desk;
  }

  /** @param pauseMs milliseconds between two jobs */
  async work(random: SeededRandom, isOver: () => boolean, pauseMs: number): Promise<void> {
    for (; !isOver(); await setTimeout(pauseMs)) {
      const action = random.weighted(ACTIONS);
      const job = {
        key: `job ${this.wanted.length}`,
        action,
        hours: 1 + random.int(MOST_HOURS),
        isPromised: false,
      };
      this.wanted.push(job);
      const id = await this.submit(job, isOver);
      if (id !== undefined) await this.ended(id, isOver);
    }
  }

  /** Compares the cards with the jobs that are done according to the database. Returns the differences. */
  async look({ manager }: DataSource): Promise<string[]> {
    const { applicationId } = this;
    // The jobs of a server that died are ended by another one.
    const rows = await eventually(async () => {
      const found = await manager.find(CardJob, { where: { applicationId }, order: { id: 'ASC' } });
      return found.some(isOpen) ? undefined : found;
    }, 200);
    const faults: string[] = [];
    const expected = { expiresAt: FIRST_EXPIRY, frozen: false };
    for (const { key, action, hours, isPromised } of this.wanted) {
      const own = rows.filter(({ requestKey }) => requestKey === key);
      if (own.length > 1 || (isPromised && own.length === 0))
        faults.push(`${key} (${action}) is there ${own.length} times`);
      const isDone = own[0]?.status === 'done';
      if (isDone && action === 'add_time') expected.expiresAt += hours * HOUR_MS;
      if (isDone && action.endsWith('freeze')) expected.frozen = action === 'freeze';
      const made = await manager.countBy(Card, { applicationId, batch: key });
      if (made !== (isDone && action === 'generate' ? GENERATED : 0))
        faults.push(`${key} (${action}, ${own[0]?.status}) has created ${made} cards`);
    }
    const cards = await manager.findBy(Card, { applicationId, batch: BATCH });
    const wrong = cards.filter(
      ({ expiresAt, frozen }) => expiresAt !== expected.expiresAt || frozen !== expected.frozen,
    );
    if (cards.length !== CARDS || wrong.length > 0) {
      const { expiresAt, frozen } = wrong[0] ?? {};
      faults.push(
        `${wrong.length} of ${cards.length} cards are not as their jobs left them: ` +
          JSON.stringify({ expected, found: { expiresAt, frozen } }),
      );
    }
    const audited = await manager.countBy(AuditRecord, { applicationId, resource: 'card-jobs' });
    const done = rows.filter(({ status }) => status === 'done').length;
    if (audited !== done) faults.push(`${audited} card jobs were audited, ${done} were done`);
    return faults;
  }

  /** Returns the numbers of jobs that were submitted, and of those that were done. */
  async counts({ manager }: DataSource): Promise<{ submitted: number; done: number }> {
    const { applicationId } = this;
    const done = await manager.countBy(CardJob, { applicationId, status: 'done' });
    // Without the import.
    return { submitted: this.wanted.length, done: done - 1 };
  }

  /** Sends the request until it was answered. Returns the job's id, if a server has accepted it. */
  private async submit(job: Wanted, isOver: () => boolean): Promise<number | undefined> {
    for (;;) {
      const answers = await Promise.all([this.send(job), this.send(job)]);
      const replies = answers.flatMap((answer) => answer?.reply ?? []);
      const ids = new Set(replies.flatMap(({ code, result }) => (code === 201 ? Number(result.id) : [])));
      if (ids.size > 1) throw new Error(`${job.key} has the ids ${[...ids].join(' and ')}`);
      const [id] = ids;
      if (id !== undefined) job.isPromised = true;
      if (replies.length > 0 || isOver()) return id;
    }
  }

  private send({ key, action, hours }: Wanted) {
    const { admin, applicationId, cardTypeId } = this;
    const common = { applicationId, requestKey: key };
    const send = (): Promise<AdminAnswer> =>
      action === 'generate'
        ? admin.post('/card-jobs/generate', { ...common, cardTypeId, count: GENERATED, batch: key })
        : admin.post('/card-jobs/bulk', {
            ...common,
            action,
            filter: { batch: BATCH },
            ...(action === 'add_time' && { unit: 'hours', amount: hours }),
          });
    return this.traffic.exchange(`card job ${action}`, true, 0, () => ofAdmin(send()));
  }

  private async ended(id: number, isOver: () => boolean): Promise<void> {
    for (;;) {
      const path = `/card-jobs/${id}`;
      const look = () => ofAdmin(this.admin.get(path));
      const exchange = await this.traffic.exchange('card job read', false, 0, look);
      const shown = exchange?.reply?.result as { status: string } | undefined;
      if (isOver() || (shown && !isOpen(shown))) return;
    }
  }
}
