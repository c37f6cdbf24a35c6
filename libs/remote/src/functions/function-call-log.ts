import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, LessThanOrEqual } from 'typeorm';
import { ScheduledJob, ScheduledJobs } from '@app/cluster';
import { existingIds, FunctionCallRecord, insertCopies, inTransaction, RemoteFunction } from '@app/database';
import { chunksOf, OutcomeUnknownError, Semaphore } from '@app/platform';
import type { CallReport } from '@app/sandbox';
import { type NewFunctionCall, toRecord } from './to-record.js';

const NAME = 'function-calls';
const EVERY_MS = 2000;
/** Maximum numbers of successful calls, and of failed calls, that are kept per function between two writes. */
const KEPT_BETWEEN_WRITES = 20;
/** Maximum numbers of successful calls, and of failed calls, that are stored per function. */
export const STORED_FUNCTION_CALLS = 100;
const ROWS_PER_STATEMENT = 100;

type Ran = Pick<RemoteFunction, 'id' | 'applicationId' | 'version'>;

/**
 * Stores the latest client calls of each function. Calls are first recorded in memory, so that none waits for the
 * database.
 */
@Injectable()
export class FunctionCallLog implements OnApplicationShutdown {
  /** By function and outcome; the oldest call comes first. */
  private unwritten = new Map<string, NewFunctionCall[]>();
  private readonly writing = new Semaphore(1);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly jobs: ScheduledJobs,
  ) {}

  /** @param at time of the call in epoch milliseconds */
  add(ran: Ran, report: CallReport, at: number): void {
    this.keep(toRecord(ran, report, at));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.jobs.run(NAME);
  }

  /** Saves the calls added so far, and deletes older calls beyond the limit. */
  @ScheduledJob({
    name: NAME,
    everyMs: EVERY_MS,
    failure: 'Function calls could not be saved; retrying soon',
  })
  run(): Promise<void> {
    return this.writing.run(() => this.write());
  }

  private async write(): Promise<void> {
    const taken = this.unwritten;
    if (taken.size === 0) return;
    this.unwritten = new Map();
    try {
      await inTransaction(this.dataSource, (manager) => save(manager, [...taken.values()]));
    } catch (error) {
      // Storing some calls twice would be worse than losing them.
      if (!(error instanceof OutcomeUnknownError)) this.putBack(taken);
      throw error;
    }
  }

  /** Puts calls back that were not saved, before the calls that were added in the meantime. */
  private putBack(taken: Map<string, NewFunctionCall[]>): void {
    const since = this.unwritten;
    this.unwritten = taken;
    for (const call of [...since.values()].flat()) this.keep(call);
  }

  private keep(call: NewFunctionCall): void {
    const key = `${call.functionId} ${call.ok}`;
    const calls = this.unwritten.get(key) ?? [];
    this.unwritten.set(key, calls);
    calls.push(call);
    if (calls.length > KEPT_BETWEEN_WRITES) calls.shift();
  }
}

/**
 * Saves calls, except calls of deleted functions.
 * @param groups each with calls of one function and one outcome
 */
async function save(manager: EntityManager, groups: NewFunctionCall[][]): Promise<void> {
  const named = groups.map(([first]) => first!.functionId);
  const existing = await existingIds(manager, RemoteFunction, named);
  const kept = groups.filter(([first]) => existing.has(first!.functionId));

  const rows = kept.flat().toSorted((a, b) => a.at - b.at);
  for (const chunk of chunksOf(rows, ROWS_PER_STATEMENT))
    await insertCopies(manager, FunctionCallRecord, chunk);
  for (const [first] of kept) await deleteSuperseded(manager, first!);
}

/** Deletes older calls beyond the limit, using the index on function, outcome and id. */
async function deleteSuperseded(
  manager: EntityManager,
  { functionId, ok }: Pick<FunctionCallRecord, 'functionId' | 'ok'>,
): Promise<void> {
  const [newest] = await manager.find(FunctionCallRecord, {
    select: { id: true },
    where: { functionId, ok },
    order: { id: 'DESC' },
    skip: STORED_FUNCTION_CALLS,
    take: 1,
  });
  if (newest) await manager.delete(FunctionCallRecord, { functionId, ok, id: LessThanOrEqual(newest.id) });
}
