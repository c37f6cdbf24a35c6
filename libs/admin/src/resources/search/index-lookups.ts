import type { DataSource } from 'typeorm';
import { indexHint, placeholders } from '@app/database';
import { endOfPrefix } from '../../crud/end-of-prefix.js';

/** A text column of a table, with an index on the application and the column. */
export interface TextIndex {
  readonly table: string;
  readonly index: string;
  readonly column: string;
}

/** A row that a lookup has found. */
export interface FoundRow {
  readonly id: number;
  readonly applicationId: number;
  /** Value of the column. */
  readonly text: string;
}

type RawRow = Record<keyof FoundRow, number | string>;

/**
 * Finds rows by a text. Each query uses one index, and reads only the entries of the given applications in it. The time
 * of a query therefore depends neither on the size of the table nor on other applications.
 */
export class IndexLookups {
  constructor(
    private readonly dataSource: DataSource,
    private readonly applicationIds: readonly number[],
  ) {}

  /** Finds rows with one of these texts. */
  async equal(on: TextIndex, texts: readonly string[], limit: number): Promise<FoundRow[]> {
    if (texts.length === 0) return [];
    return this.rows(on, `${on.column} IN (${placeholders(texts)})`, texts, limit);
  }

  /** Finds rows whose text begins with `prefix`. The prefix is not empty. */
  async beginning(on: TextIndex, prefix: string, limit: number): Promise<FoundRow[]> {
    const { condition, values } = rangeOf(on.column, prefix);
    return this.rows(on, condition, values, limit);
  }

  /** Finds distinct texts that begin with `prefix`, in tables in which many rows have the same text. */
  async distinctBeginning(on: TextIndex, prefix: string, limit: number): Promise<Omit<FoundRow, 'id'>[]> {
    const found: Omit<FoundRow, 'id'>[] = [];
    const { condition, values } = rangeOf(on.column, prefix);
    const rest = new Set(this.applicationIds);
    while (found.length < limit && rest.size > 0) {
      const [next] = await this.rows(on, condition, values, 1, [...rest]);
      if (!next) break;
      const { applicationId } = next;
      rest.delete(applicationId);
      let edge = condition;
      let edgeValues = values;
      while (found.length < limit) {
        // Follows the order of the index, so that only one entry is read for each text, however many rows have this
        // text.
        const [row] = await this.query<{ text: string }>(
          `SELECT ${on.column} AS text FROM ${on.table} ${this.hint(on)}
           WHERE application_id = ? AND ${edge} ORDER BY application_id, ${on.column} LIMIT 1`,
          [applicationId, ...edgeValues],
        );
        if (!row) break;
        found.push({ applicationId, text: row.text });
        edge = condition.replace('>=', '>');
        edgeValues = [row.text, ...values.slice(1)];
      }
    }
    return found;
  }

  /** Finds each application's latest row with this text. */
  async latest(on: TextIndex, text: string): Promise<FoundRow[]> {
    const rows = await this.query<{ id: number | string | null; applicationId: number }>(
      `SELECT applications.id AS applicationId,
         (SELECT found.id FROM ${on.table} found ${this.hint(on)}
          WHERE found.application_id = applications.id AND found.${on.column} = ? ORDER BY found.id DESC LIMIT 1) AS id
       FROM applications WHERE applications.id IN (${placeholders(this.applicationIds)})`,
      [text, ...this.applicationIds],
    );
    return rows.flatMap(({ id, applicationId }) =>
      id === null ? [] : [{ id: Number(id), applicationId, text }],
    );
  }

  private async rows(
    on: TextIndex,
    condition: string,
    values: readonly string[],
    limit: number,
    applicationIds = this.applicationIds,
  ): Promise<FoundRow[]> {
    const rows = await this.query<RawRow>(
      `SELECT id, application_id AS applicationId, ${on.column} AS text FROM ${on.table} ${this.hint(on)}
       WHERE application_id IN (${placeholders(applicationIds)}) AND ${condition} LIMIT ${limit}`,
      [...applicationIds, ...values],
    );
    // MySQL returns bigints as text.
    return rows.map(({ id, applicationId, text }) => ({
      id: Number(id),
      applicationId: Number(applicationId),
      text: String(text),
    }));
  }

  private query<T>(sql: string, values: readonly (string | number)[]): Promise<T[]> {
    return this.dataSource.query<T[]>(sql, [...values]);
  }

  /** Returns an index hint. An engine without statistics may otherwise prefer another index and read many rows. */
  private hint({ index }: TextIndex): string {
    return indexHint(this.dataSource, index);
  }
}

/** Returns the condition for a prefix. It is a range, because only MySQL uses an index for `LIKE`. */
function rangeOf(column: string, prefix: string): { condition: string; values: string[] } {
  const end = endOfPrefix(prefix);
  return end === undefined
    ? { condition: `${column} >= ?`, values: [prefix] }
    : { condition: `${column} >= ? AND ${column} < ?`, values: [prefix, end] };
}
