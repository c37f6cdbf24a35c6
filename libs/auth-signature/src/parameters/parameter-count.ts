import { type ParameterError, parameterError } from '../errors/client-errors.js';

/** Maximum number of parameters per request. They are counted before they are parsed, since parsing costs far more. */
export const MAX_PARAMETERS = 1000;

/** @throws ParameterError when a request has too many parameters */
export function limitParameterCount(count: number): void {
  if (count > MAX_PARAMETERS) throw tooManyParameters();
}

export function tooManyParameters(): ParameterError {
  return parameterError('body', 'too_many', MAX_PARAMETERS);
}
