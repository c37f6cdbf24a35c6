import { Transform } from 'class-transformer';

/** Converts a text of digits to a number, since all fields of a form are texts. Other values stay unchanged. */
export function FromText(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
  );
}
