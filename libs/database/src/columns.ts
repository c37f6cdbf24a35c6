import { Column, VersionColumn } from 'typeorm';

const fromBigint = {
  from: (value: string | number | null) => (value === null ? null : Number(value)),
  to: (value: number | null) => value,
};

/** A point in time in epoch milliseconds, written from the clock. MySQL hands bigints over as text. */
export function EpochMs(options: { nullable?: boolean } = {}): PropertyDecorator {
  return Column({ type: 'bigint', transformer: fromBigint, ...options });
}

/** Text of up to 64 KiB and more; MySQL's `text` ends one byte earlier. */
export function LongText(options: { nullable?: boolean } = {}): PropertyDecorator {
  return Column({ type: 'mediumtext', ...options });
}

/** Text that `length` bounds; the DTOs hold the limit, since SQLite does not. */
export function Text(length: number, options: { nullable?: boolean } = {}): PropertyDecorator {
  return Column({ type: 'varchar', length, ...options });
}

export function Whole(options: { nullable?: boolean } = {}): PropertyDecorator {
  return Column({ type: 'int', ...options });
}

/**
 * Counts the changes of a row; TypeORM raises it with every update. Who edits a row sends the one they read, so that
 * nobody overwrites silently what another changed meanwhile.
 */
export function RowVersion(): PropertyDecorator {
  return VersionColumn({ default: 1 });
}

/** A number that an `int` may be too small for. MySQL hands bigints over as text. */
export function BigWhole(): PropertyDecorator {
  return Column({ type: 'bigint', transformer: fromBigint });
}

export function Flag(): PropertyDecorator {
  return Column({ type: Boolean });
}
