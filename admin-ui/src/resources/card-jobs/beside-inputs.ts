import { HttpError } from 'react-admin';

/** Moves the API's error about a field to the input that has a different name. `inputs` maps fields to inputs. */
export function besideInputs(error: unknown, inputs: Record<string, string>): unknown {
  if (!(error instanceof HttpError) || !error.body?.errors) return error;
  const errors = Object.entries(error.body.errors as Record<string, string>).map(([field, text]) => [
    inputs[field] ?? field,
    text,
  ]);
  return new HttpError(error.message, error.status, { ...error.body, errors: Object.fromEntries(errors) });
}
