import { HttpError } from 'react-admin';

/**
 * Moves the API's errors about fields to the inputs of these fields, if the inputs have different names. `inputs` maps
 * fields to inputs.
 */
export function besideInputs(error: unknown, inputs: Record<string, string>): unknown {
  if (!(error instanceof HttpError) || !error.body?.errors) return error;
  const errors = Object.entries(error.body.errors as Record<string, string>).map(([field, text]) => [
    inputs[field] ?? field,
    text,
  ]);
  return new HttpError(error.message, error.status, { ...error.body, errors: Object.fromEntries(errors) });
}
