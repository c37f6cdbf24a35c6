import { HttpError } from 'react-admin';
import type { Dto } from '../api/types';

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
  const { code, params } = (error.body ?? {}) as Partial<Dto<'AdminError'>>;
  if (code === 'totp_required') return { message: 'panel.sign_in.enter_totp', field: 'totp', isFault: false };
  if (code === 'wrong_totp') return { message: 'panel.sign_in.wrong_totp', field: 'totp', isFault: true };
  if (error.status === 401) return { message: 'panel.sign_in.wrong', isFault: true };
  if (error.status === 429) {
    const minutes = Math.max(1, Math.ceil(Number(params?.seconds ?? 0) / 60));
    return { message: 'panel.sign_in.too_many', messageArgs: { smart_count: minutes }, isFault: true };
  }
  if (error.status >= 500) return { message: 'panel.sign_in.unreachable', isFault: true };
  return { message: error.message, isFault: true };
}
