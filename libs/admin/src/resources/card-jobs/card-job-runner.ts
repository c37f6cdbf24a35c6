import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { setTimeout } from 'node:timers/promises';
import { DataSource, type EntityManager, In } from 'typeorm';
import { ScheduledJob, ServerRegistry } from '@app/cluster';
import {
  type AuditAction,
  CardJob,
  DatabaseDiskError,
  inLargeTransaction,
  inTransaction,
  isDatabaseUnavailable,
  isParentMissing,
  isRowLocked,
  rowLock,
} from '@app/database';
import { CARD, HolderEvents, SessionCache, type Invalidate, USER } from '@app/licensing';
import { Clock, logFailure, MINUTE_MS, TurnQueue } from '@app/platform';
import { hasApplication } from '../../access/actor.js';
import { covers } from '../../access/roles.js';
import { reloadPrincipal } from '../../auth/load-principal.js';
import { problem, refusal } from '../../errors/admin-error.js';
import type { ProblemDto } from '../../errors/problem.dto.js';
import { AuditTrail, type Author } from '../../audit/audit-trail.js';
import { JobFailure } from './job-failure.js';
import { CardJobRun, DryRunDone, JobStopped } from './job-work.js';
import { RemoteJobs } from './remote-jobs.js';
import { LiveJob } from './live-job.js';
import { storedFailure } from './show-job.js';

/**
 * Maximum number of unfinished jobs in this process, counted over all applications. One application may have at most
 * half of the number that the other applications leave free.
 */
const MOST_JOBS = 20;
const RETRY_AFTER_SEC = 10;
const RETRY_MS = 1000;
const REAP_MS = 10_000;
/** Time during which a job is repeated because something else, such as a job of another process, holds its cards. */
const LOCKED_MS = 2 * MINUTE_MS;
const TELL_MS = 500;

const SERVER_STOPPED = problem('server_stopped');
/** Matches jobs that have not ended. */
const OPEN = { status: In(['queued', 'running']) };

/**
 * Runs jobs one after another; applications take turns. A job is one transaction, from its first card to the status
 * `done` in the job's row. It is done completely or not at all, even if the process dies.
 */
@Injectable()
export class CardJobRunner
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  private readonly logger = new Logger(CardJobRunner.name);
  /** Unfinished jobs by id. */
  private readonly live = new Map<number, LiveJob>();
  /** Ids of jobs that `endUnknown` found at its last check. */
  private unknown: readonly number[] = [];
  /** Jobs that have not started, by application. */
  private readonly waiting = new TurnQueue<LiveJob>(Infinity, () => undefined);
  /** The application of each job that is being prepared or is unfinished. */
  private readonly jobOwners: number[] = [];
  private tail: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sessions: SessionCache,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly server: ServerRegistry,
    private readonly elsewhere: RemoteJobs,
    private readonly events: HolderEvents,
  ) {
    elsewhere.onCancel((id, by) => this.live.get(id)?.stop({ by }));
  }

  /** The id that is written to the rows of jobs enqueued here. */
  get processId(): string {
    return this.server.id;
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.endOrphans();
  }

  /** Publishes the states of unfinished jobs to other processes, which cannot see the running job's transaction. */
  @ScheduledJob({
    name: 'card-jobs-progress',
    everyMs: TELL_MS,
    failure: 'The progress of card jobs could not be published',
  })
  async tellOthers(): Promise<void> {
    for (const job of this.live.values()) await this.elsewhere.tell(job.row.id, job.shown);
  }

  /** Marks the jobs of dead processes as failed. These jobs have changed nothing. */
  @ScheduledJob({
    name: 'card-jobs-orphans',
    everyMs: REAP_MS,
    leaderOnly: true,
    failure: 'Card jobs of processes that died could not be ended',
  })
  async endOrphans(): Promise<void> {
    const select = { id: true, processId: true } as const;
    for (const { id, processId } of await this.dataSource.manager.find(CardJob, { select, where: OPEN })) {
      if (processId !== null && (await this.server.isAlive(processId))) continue;
      await this.fail(id, SERVER_STOPPED);
    }
  }

  /**
   * Finds jobs that belong to this process but are not in `live`: the database inserted their rows, but its reply was
   * lost. Marks a job as failed only if two checks in a row find it: at the first check, the job may just have been
   * inserted or have ended.
   */
  @ScheduledJob({
    name: 'card-jobs-unknown',
    everyMs: MINUTE_MS,
    failure: 'Card jobs whose submission failed could not be ended',
  })
  async endUnknown(): Promise<void> {
    const where = { ...OPEN, processId: this.processId };
    const rows = await this.dataSource.manager.find(CardJob, { select: { id: true }, where });
    const unknown = rows.map(({ id }) => id).filter((id) => !this.live.has(id));
    for (const id of unknown)
      if (this.unknown.includes(id)) await this.fail(id, problem('job_without_database'));
    this.unknown = unknown;
  }

  private async fail(id: number, reason: ProblemDto): Promise<void> {
    const end = { ...failed(reason), finishedAt: this.clock.now() };
    await this.dataSource.manager.update(CardJob, { id, ...OPEN }, end);
  }

  beforeApplicationShutdown(): void {
    this.isStopping = true;
    for (const job of this.live.values()) job.stop('server stops');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.tail;
  }

  /**
   * Enqueues a job.
   * @param prepare writes the job's row
   * @throws AdminError 429 when too many jobs are waiting, 503 during shutdown
   */
  async enqueue(applicationId: number, prepare: () => Promise<LiveJob>): Promise<LiveJob> {
    if (this.isStopping) throw refusal('server_stopping', { seconds: RETRY_AFTER_SEC });
    const own = this.jobOwners.filter((id) => id === applicationId).length;
    if (own >= MOST_JOBS - this.jobOwners.length)
      throw refusal('too_many_jobs', { jobs: this.jobOwners.length, seconds: RETRY_AFTER_SEC });
    this.jobOwners.push(applicationId);
    try {
      const job = await prepare();
      this.live.set(job.row.id, job);
      if (this.isStopping) job.stop('server stops');
      this.waiting.push([String(applicationId)], job);
      // When the earlier jobs have ended, runs the job whose turn it is then. This may be a job other than `job`.
      this.tail = this.tail.then(() => this.run(this.waiting.shift()!));
      return job;
    } catch (error) {
      this.leave(applicationId);
      throw error;
    }
  }

  private leave(applicationId: number): void {
    this.jobOwners.splice(this.jobOwners.indexOf(applicationId), 1);
  }

  /** Returns the unfinished jobs by id. Call it before you read a job's row, because the job may end in between. */
  current(): ReadonlyMap<number, LiveJob> {
    return new Map(this.live);
  }

  private async run(job: LiveJob): Promise<void> {
    let ended: CardJob;
    try {
      await this.begin(job);
      ended = await this.perform(job);
    } catch (error) {
      ended = await this.giveUp(job, error);
    }
    job.row = ended;
    this.live.delete(ended.id);
    this.leave(ended.applicationId);
    job.settle();
  }

  /**
   * Marks the job as running in a separate transaction, so that others see this before the job's own transaction is
   * committed.
   */
  private async begin({ row, stopped }: LiveJob): Promise<void> {
    if (stopped !== undefined) throw new JobStopped();
    const changes = { status: 'running', startedAt: this.clock.now() } as const;
    const { affected } = await this.dataSource.manager.update(
      CardJob,
      { id: row.id, status: 'queued' },
      changes,
    );
    if (affected !== 1) throw new JobFailure(problem('job_lost'));
    Object.assign(row, changes);
  }

  /** @returns the row after the commit */
  private async perform(job: LiveJob): Promise<CardJob> {
    const started = performance.now();
    for (;;) {
      try {
        return await this.sessions.invalidating((invalidate) =>
          inLargeTransaction(this.dataSource, (manager) => this.work(manager, job, invalidate)),
        );
      } catch (error) {
        const isWaiting = isRowLocked(error) && performance.now() - started < LOCKED_MS;
        if (!isWaiting || job.stopped !== undefined) throw error;
        await setTimeout(RETRY_MS);
      }
    }
  }

  /** @returns the row after the commit */
  private async work(manager: EntityManager, job: LiveJob, invalidate: Invalidate): Promise<CardJob> {
    const { id, kind } = job.row;
    job.restart();
    // A deletion of the application waits for the lock on this row.
    const row = await manager.findOneOrFail(CardJob, { where: { id }, ...rowLock(manager) });
    if (row.status !== 'running') throw new JobFailure(SERVER_STOPPED);
    await this.requireRights(manager, job);
    const run = new CardJobRun(manager, id, this.clock.now(), this.events, (count) => {
      job.row.progress += count;
      return job.stopped === undefined;
    });
    const { result, report, names, online = [], onlineUsers = [] } = await job.work(run);
    if (!job.complete()) throw new JobStopped();
    const end = this.endedAs(job, { status: 'done', ...stored(result, report) });
    await manager.update(CardJob, { id }, end);
    const input = JSON.parse(job.row.input) as object;
    await this.record(manager, job, job.author, kind, { ...input, ...result, ...(names && { names }) });
    await invalidate([
      ...online.map((holderId) => ({ holderKind: CARD.name, holderId })),
      ...onlineUsers.map((holderId) => ({ holderKind: USER.name, holderId })),
    ]);
    return { ...job.row, ...end };
  }

  /** Checks the author's rights again, since they may have changed while the job waited for other jobs. */
  private async requireRights(manager: EntityManager, { author, row }: LiveJob): Promise<void> {
    const principal = await reloadPrincipal(manager, author.principal, this.clock.now());
    if (principal && covers(principal.role, 'operator') && hasApplication(principal, row.applicationId))
      return;
    throw new JobFailure(problem('author_without_rights'));
  }

  /**
   * Records the end of a job whose changes were rolled back. Repeats a failed write until it succeeds or the server
   * stops.
   */
  private async giveUp(job: LiveJob, error: unknown): Promise<CardJob> {
    const { id } = job.row;
    const end = this.endedAs(job, this.reasonOf(job, error));
    const ended = { ...job.row, ...end };
    for (;;) {
      try {
        return await inTransaction(this.dataSource, async (manager) => {
          const row = await manager.findOne(CardJob, { where: { id }, ...rowLock(manager) });
          // If there is no row, it was deleted with its application. If the status is final, the job was committed, and
          // only the database's reply was lost.
          if (!row) return ended;
          if (row.status !== 'queued' && row.status !== 'running') return row;
          await manager.update(CardJob, { id }, end);
          if (typeof job.stopped === 'object') await this.record(manager, job, job.stopped.by, 'cancel');
          return ended;
        });
      } catch (error) {
        logFailure(this.logger, `How card job ${id} ended could not be written`, error);
        // `endOrphans` will mark the job as failed.
        if (this.isStopping) return ended;
        await setTimeout(RETRY_MS);
      }
    }
  }

  private reasonOf(job: LiveJob, error: unknown): Partial<CardJob> {
    if (job.stopped === 'server stops') return failed(SERVER_STOPPED);
    if (job.stopped !== undefined) return { status: 'cancelled' };
    if (error instanceof DryRunDone) {
      const { result, report } = error.outcome;
      return { status: 'done', ...stored(result, report) };
    }
    if (error instanceof JobFailure) {
      const { problem, result, report } = error;
      return { ...failed(problem), ...stored(result, report) };
    }
    if (isParentMissing(error)) return failed(problem('card_type_deleted'));
    if (isRowLocked(error)) return failed(problem('job_cards_locked'));
    this.logger.error({ err: error });
    if (error instanceof DatabaseDiskError) return failed(problem('job_disk_full'));
    return failed(problem(isDatabaseUnavailable(error) ? 'job_without_database' : 'job_error'));
  }

  private endedAs({ row: { progress } }: LiveJob, end: Partial<CardJob>): Partial<CardJob> {
    return { ...end, progress, finishedAt: this.clock.now() };
  }

  private record(
    manager: EntityManager,
    { row: { id, kind, applicationId } }: LiveJob,
    author: Author,
    action: AuditAction,
    after?: object,
  ): Promise<void> {
    const change = { resource: 'card-jobs', recordId: id, recordName: `${kind} #${id}`, applicationId };
    return this.audit.record(manager, { ...author, now: this.clock.now() }, { ...change, action, after });
  }
}

function failed(problem: ProblemDto) {
  return { status: 'failed', error: storedFailure(problem) } as const;
}

function stored(result: object | undefined, report: string | undefined) {
  return { ...(result && { result: JSON.stringify(result) }), ...(report !== undefined && { report }) };
}
