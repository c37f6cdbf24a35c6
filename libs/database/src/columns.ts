import { Column, VersionColumn } from 'typeorm';

const fromBigint = {
  from: (value: string | number | null) => (value === null ? null : Number(value)),
  to: (value: number | null) => value,
};

/** A point in time in epoch milliseconds, taken from the clock. MySQL returns bigints as text. */
export function EpochMs(options: { nullable?: boolean; default?: number } = {}): PropertyDecorator {
  return Column({ type: 'bigint', transformer: fromBigint, ...options });
}

/** Text that may be 64 KiB long; MySQL's type `text` is one byte too small for this. */
export function LongText(options: { nullable?: boolean } = {}): PropertyDecorator {
  return Column({ type: 'mediumtext', ...options });
}

/**
 * Text of at most `length` characters. The DTOs enforce the limit, since SQLite does not. With `select: false` the text
 * is not loaded with its row.
 */
export function Text(
  length: number,
  options: { nullable?: boolean; default?: string; select?: boolean } = {},
): PropertyDecorator {
  return Column({ type: 'varchar', length, ...options });
}

/** Stored instead of a comma within a text of a list. */
const INNER_COMMA = '\u001f';

/** A list of printable texts, stored as one text of at most `length` characters, separated by commas. */
export function TextList(length: number, value = ''): PropertyDecorator {
  const transformer = {
    // After an insert, TypeORM passes the list itself, not the stored text.
    from: (value: string | string[]) =>
      typeof value === 'string'
        ? value
            .split(',')
            .filter(Boolean)
            .map((text) => text.replaceAll(INNER_COMMA, ','))
        : value,
    to: (value: readonly string[] | undefined) =>
      value?.map((text) => text.replaceAll(',', INNER_COMMA)).join(','),
  };
  return Column({ type: 'varchar', length, default: value, transformer });
}

const asJson = {
  from: (value: string | null): object => (value === null ? {} : (JSON.parse(value) as object)),
  // Sorted by name, so that equal maps are stored as the same text.
  to: (value: object | undefined): string | null | undefined => {
    const members = value && Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return members && (members.length > 0 ? JSON.stringify(Object.fromEntries(members)) : null);
  },
};

/** A flat JSON object; an empty one is stored as null. */
export function JsonMap(): PropertyDecorator {
  return Column({ type: 'mediumtext', transformer: asJson, nullable: true });
}

export function Whole(options: { nullable?: boolean; default?: number } = {}): PropertyDecorator {
  return Column({ type: 'int', ...options });
}

/**
 * Version for optimistic locking. TypeORM increments the version with every update. An edit sends the version that was
 * read, so that the edit cannot overwrite a concurrent change.
 */
export function RowVersion(): PropertyDecorator {
  return VersionColumn({ default: 1 });
}

/** A number that may exceed an `int`. MySQL returns bigints as text. */
export function BigWhole(options: { nullable?: boolean } = {}): PropertyDecorator {
  return Column({ type: 'bigint', transformer: fromBigint, ...options });
}

export function Flag(options: { default?: boolean; nullable?: boolean } = {}): PropertyDecorator {
  return Column({ type: Boolean, ...options });
}
