import { HttpError } from 'react-admin';
import type { Dto } from '../api/types';

export interface Refusal {
  /** A translation key. */
  message: string;
  messageArgs?: object;
  /** The field concerned. */
  field?: 'totp';
  /** False if the server only requires a one-time password; this is not an error. */
  isFault: boolean;
}

/** Returns the reason for which a sign-in was refused, as a translation key. */
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
