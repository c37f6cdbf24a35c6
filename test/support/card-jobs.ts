import { expect } from '@jest/globals';
import { Card, CardType } from '@app/database';
import type { AdminAnswer, AdminClient } from './admin-client.js';
import { CardApplication, type CardApplicationFile } from './card-application.js';
import { eventually } from './server-process.js';
import type { TestServer } from './test-server.js';

interface Problem {
  code: string;
  params: object;
  message: string;
}

/** The parts of an answer that describe a submitted job. */
type Submitted = Pick<AdminAnswer<Job>, 'status' | 'body'>;

/** A job as the admin API shows it. */
export interface Job {
  id: number;
  applicationId: number;
  kind: string;
  status: string;
  total: number;
  progress: number;
  input: Record<string, unknown>;
  result: Record<string, unknown> | null;
  warnings: string[];
  notices: Problem[];
  error: string | null;
  failure: Problem | null;
  createdBy: string;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
}

/** Milliseconds in which a job ends: a busy machine takes minutes to write 100,000 cards. */
const JOB_MS = 280_000;

type Json = Record<string, unknown>;
type CardRow = Pick<Card, keyof Card>;

/** A separate application for card jobs, and methods that start jobs and wait for them. */
export class CardJobs {
  private constructor(
    readonly app: CardApplication,
    readonly applicationId: number,
    readonly cardTypeId: number,
    /** The calling administrator. */
    readonly admin: AdminClient,
  ) {}

  /** @param file the application's file; by default it has no cards */
  static async create(
    server: TestServer,
    admin: AdminClient,
    file: CardApplicationFile = {},
  ): Promise<CardJobs> {
    const app = await CardApplication.create(server, { cards: [], ...file });
    const { id } = await server.applicationOf(app.client);
    const type = await server.dataSource.manager.findOneByOrFail(CardType, {
      applicationId: id,
      name: 'Type',
    });
    return new CardJobs(app, id, type.id, admin);
  }

  /** Returns the same application with calls by a different administrator. */
  as(admin: AdminClient): CardJobs {
    return new CardJobs(this.app, this.applicationId, this.cardTypeId, admin);
  }

  generate(fields: Json): Promise<AdminAnswer<Job>> {
    const { applicationId, cardTypeId } = this;
    return this.admin.post<Job>('/card-jobs/generate', { applicationId, cardTypeId, ...fields });
  }

  import(text: string, query: Record<string, string> = {}, type = 'text/plain'): Promise<AdminAnswer<Job>> {
    const own = { applicationId: String(this.applicationId), cardTypeId: String(this.cardTypeId) };
    const path = `/card-jobs/import?${new URLSearchParams({ ...own, ...query }).toString()}`;
    return this.admin.request<Job>('POST', path, text, { 'content-type': type });
  }

  /** Imports cards and users with their state; by default all get the type of the application. */
  importState(
    body: string,
    query: Record<string, string> = {},
    type = 'text/csv',
  ): Promise<AdminAnswer<Job>> {
    const own = { applicationId: String(this.applicationId), cardTypeId: String(this.cardTypeId) };
    const path = `/card-jobs/import-state?${new URLSearchParams({ ...own, ...query }).toString()}`;
    return this.admin.request<Job>('POST', path, body, { 'content-type': type });
  }

  change(action: string, fields: Json): Promise<AdminAnswer<Job>> {
    const { applicationId } = this;
    return this.admin.post<Job>('/card-jobs/bulk', { applicationId, action, ...fields });
  }

  /** Waits for the end of a submitted job. */
  async ended(submitted: Submitted | Promise<Submitted>): Promise<Job> {
    const { status, body } = await submitted;
    expect({ status, body }).toMatchObject({ status: 201 });
    return this.when(body.id, ({ status }) => status !== 'queued' && status !== 'running');
  }

  /** Polls a job until it satisfies a condition. */
  async when(id: number, isSo: (job: Job) => boolean): Promise<Job> {
    return eventually(
      async () => {
        const { status, body } = await this.admin.get<Job>(`/card-jobs/${id}`);
        expect(status).toBe(200);
        return isSo(body) ? body : undefined;
      },
      undefined,
      JOB_MS,
    );
  }

  /** Waits until a job is over. The answer to a cancellation may arrive earlier. */
  finished(id: number): Promise<Job> {
    return this.when(id, ({ finishedAt }) => finishedAt !== null);
  }

  /** Waits until a job is running and not near its end. */
  begun(id: number): Promise<Job> {
    return this.when(id, ({ progress }) => progress > 0);
  }

  /**
   * Waits until the latest job of a kind is running. Unlike `begun`, it does not need the response to the submission,
   * which arrives only when a short job has ended.
   */
  begunOf(kind: string): Promise<Job> {
    const { applicationId } = this;
    return eventually(async () => {
      const { body } = await this.admin.list<Job>('/card-jobs', {
        filter: { applicationId, kind },
        range: [0, 0],
      });
      return body[0] && body[0].progress > 0 ? body[0] : undefined;
    }, 2);
  }

  cancel(id: number): Promise<AdminAnswer<Job>> {
    return this.admin.post<Job>(`/card-jobs/${id}/cancel`);
  }

  /** Returns the rows of the report, one for each line. */
  async report(id: number): Promise<Json[]> {
    const { status, body } = await this.admin.get<Json[]>(`/card-jobs/${id}/report`);
    expect(status).toBe(200);
    return body;
  }

  /** Returns the application's cards in the order they were created. */
  cards(): Promise<CardRow[]> {
    const { applicationId } = this;
    return this.app.server.dataSource
      .getRepository(Card)
      .find({ where: { applicationId }, order: { id: 'ASC' } });
  }

  /** Like `cards`, but returns only ids and keys, for many cards. */
  async keys(): Promise<{ id: number; card: string }[]> {
    const sql = 'SELECT id, card FROM cards WHERE application_id = ? ORDER BY id';
    return this.app.server.dataSource.query(sql, [this.applicationId]);
  }

  count(): Promise<number> {
    return this.app.server.dataSource.getRepository(Card).countBy({ applicationId: this.applicationId });
  }
}
