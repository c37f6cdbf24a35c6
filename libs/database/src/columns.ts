import { Column, VersionColumn } from 'typeorm';

const fromBigint = {
  from: (value: string | number | null) => (value === null ? null : Number(value)),
  to: (value: number | null) => value,
};

/** A point in time in epoch milliseconds, taken from the clock. MySQL returns bigints as text. */
export function EpochMs(options: { nullable?: boolean } = {}): PropertyDecorator {
  return Column({ type: 'bigint', transformer: fromBigint, ...options });
}

/** Text of at least 64 KiB; MySQL's `text` is one byte too small. */
export function LongText(options: { nullable?: boolean } = {}): PropertyDecorator {
  return Column({ type: 'mediumtext', ...options });
}

/** Text of at most `length` characters; the DTOs enforce the limit, since SQLite does not. */
export function Text(length: number, options: { nullable?: boolean } = {}): PropertyDecorator {
  return Column({ type: 'varchar', length, ...options });
}

export function Whole(options: { nullable?: boolean } = {}): PropertyDecorator {
  return Column({ type: 'int', ...options });
}

/**
 * Optimistic lock: TypeORM increments it with every update. An edit carries the version that was read, so that nobody
 * silently overwrites a concurrent change.
 */
export function RowVersion(): PropertyDecorator {
  return VersionColumn({ default: 1 });
}

/** A number that may exceed an `int`. MySQL returns bigints as text. */
export function BigWhole(): PropertyDecorator {
  return Column({ type: 'bigint', transformer: fromBigint });
}

export function Flag(): PropertyDecorator {
  return Column({ type: Boolean });
}
