import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { setImmediate } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { ApplicationDirectory } from '@app/applications';
import { indexHint } from '@app/database';
import { DAY_MS } from '@app/platform';
import type { Actor } from '../../access/actor.js';
import { problem, refusalOf } from '../../errors/admin-error.js';
import { selectedApplications } from '../stats/selected-applications.js';
import { startOf } from './period.js';
import type { RefusalTopDto, RefusalTopEntryDto, RefusalTopQuery, TopKey } from './refusal-top.dto.js';
import { refusalWords } from './refusal-words.js';

const MAX_DAYS = 30;
const ENTRIES = 10;
const MAX_NAMES = 1000;

/** The column for each way of grouping, and an index that contains all columns needed for counting. */
const GROUPS: Record<TopKey, { column: string; index: string }> = {
  address: { column: 'ip', index: 'ix_refusals_ip' },
  name: { column: 'name', index: 'ix_refusals_name' },
  device: { column: 'device_id', index: 'ix_refusals_device' },
  code: { column: 'code', index: 'ix_refusals_code' },
  version: { column: 'version', index: 'ix_refusals_version' },
};

/** Requests of an application in a period. */
interface Span {
  readonly applicationId: number;
  readonly from: number;
  readonly before: number;
}

/** Finds the addresses, names, devices, error codes or client versions with the most refused requests. */
@Injectable()
export class RefusalTop {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly directory: ApplicationDirectory,
  ) {}

  /** @throws AdminError 400 when the period is too long, 404 */
  async get(actor: Actor, query: RefusalTopQuery): Promise<RefusalTopDto> {
    const { by, applicationId } = query;
    const [application] = selectedApplications(this.directory, actor, applicationId);
    const { from, before } = spanOf(query, actor.now, application!.timeZone);
    const span = { applicationId, from, before };
    const { column } = GROUPS[by];
    const rows = await this.dataSource.query<Record<'value' | 'count' | 'firstAt' | 'lastAt', Figure>[]>(
      `SELECT ${column} AS value, COUNT(*) AS count, MIN(at) AS firstAt, MAX(at) AS lastAt
       FROM ${this.tableOf(by)}
       WHERE application_id = ? AND at >= ? AND at < ? AND ${column} IS NOT NULL
       GROUP BY ${column} ORDER BY COUNT(*) DESC, MAX(at) DESC LIMIT ${ENTRIES}`,
      [applicationId, from, before],
    );
    const entries: RefusalTopEntryDto[] = [];
    for (const { value, count, firstAt, lastAt } of rows) {
      entries.push({
        value: String(value),
        count: Number(count),
        names: by === 'name' ? 1 : await this.countNames(by, value, span),
        firstAt: Number(firstAt),
        lastAt: Number(lastAt),
        ...(by === 'code' ? refusalWords(Number(value)) : { en: null, zh: null }),
      });
    }
    return { by, from, before, entries };
  }

  /**
   * Counts the distinct card and user names in the requests of an entry, up to `MAX_NAMES`, since counting all of them
   * could take long.
   */
  private async countNames(
    by: TopKey,
    value: Figure,
    { applicationId, from, before }: Span,
  ): Promise<number> {
    // SQLite blocks the process, so the event loop must run between two entries.
    await setImmediate();
    const [row] = await this.dataSource.query<[{ names: Figure }]>(
      `SELECT COUNT(*) AS names FROM (
         SELECT DISTINCT name FROM ${this.tableOf(by)}
         WHERE application_id = ? AND ${GROUPS[by].column} = ? AND at >= ? AND at < ? AND name IS NOT NULL
         LIMIT ${MAX_NAMES}
       ) names`,
      [applicationId, value, from, before],
    );
    return Number(row.names);
  }

  /** Returns the table with an index hint, since the engines would often choose another index. */
  private tableOf(by: TopKey): string {
    return `refusals ${indexHint(this.dataSource, GROUPS[by].index)}`;
  }
}

/** MySQL returns counts and bigints as text. */
type Figure = string | number;

function spanOf({ period, from, before }: RefusalTopQuery, now: number, timeZone: string) {
  if (from === undefined && before === undefined)
    return { from: startOf(period ?? '24h', now, timeZone), before: now + 1 };
  const end = before ?? now + 1;
  const start = from ?? end - MAX_DAYS * DAY_MS;
  const isRight = period === undefined && end > start && end - start <= MAX_DAYS * DAY_MS;
  if (!isRight) throw refusalOf({ before: problem('end_of_span', { days: MAX_DAYS }) }, 'invalid_query');
  return { from: start, before: end };
}
