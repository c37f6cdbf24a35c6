import { Transform } from 'class-transformer';

/** Reads a number of a form. */
export function FromText(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
  );
}
