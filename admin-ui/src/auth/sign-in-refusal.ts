import { HttpError } from 'react-admin';

export interface Refusal {
  /** A key of the translations. */
  message: string;
  messageArgs?: object;
  /** The field that it concerns. */
  field?: 'totp';
  /** false: nothing is wrong, the server just wants to know more. */
  isFault: boolean;
}

/** Why the server did not let somebody in, in our own words, which are in their language. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof HttpError)) return { message: 'panel.sign_in.unreachable', isFault: true };
  const { errors, retryAfterSec } = (error.body ?? {}) as {
    errors?: Record<string, string>;
    retryAfterSec?: number;
  };
  if (error.status === 401 && errors?.totp !== undefined) {
    const isFault = errors.totp !== 'is required';
    return {
      message: isFault ? 'panel.sign_in.wrong_totp' : 'panel.sign_in.enter_totp',
      field: 'totp',
      isFault,
    };
  }
  if (error.status === 401) return { message: 'panel.sign_in.wrong', isFault: true };
  if (error.status === 429) {
    const minutes = Math.max(1, Math.ceil((retryAfterSec ?? 0) / 60));
    return { message: 'panel.sign_in.too_many', messageArgs: { smart_count: minutes }, isFault: true };
  }
  if (error.status >= 500) return { message: 'panel.sign_in.unreachable', isFault: true };
  return { message: error.message, isFault: true };
}
