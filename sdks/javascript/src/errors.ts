import { Failure, type TicketReason, type UnavailableReason } from './core/failure.js';
import type { Tell } from './core/codes.js';

/** Base of all errors of this package. */
export abstract class LatchkeyError extends Error {
  abstract readonly kind: 'refused' | 'unavailable' | 'misuse';
}

/** A trusted answer with a code other than 0, or a ticket that is not accepted. */
export class RefusedError extends LatchkeyError {
  override readonly name = 'RefusedError';
  readonly kind = 'refused';

  constructor(
    message: string,
    /** The server's code; 0 for a ticket. */
    readonly code: number,
    /** Stable name of the code, such as `card_expired`. `unknown` for an unknown code, `ticket` for a ticket. */
    readonly codeName: string,
    /** Text for the customer. */
    readonly tell: Tell,
    /** The reason why a ticket is not accepted. */
    readonly reason?: TicketReason,
    /** The server's text, in the language of the application; `undefined` for a ticket. */
    readonly serverMessage?: string,
  ) {
    super(message);
  }
}

/** No answer, or an answer that cannot be trusted. It says nothing about the licence. */
export class UnavailableError extends LatchkeyError {
  override readonly name = 'UnavailableError';
  readonly kind = 'unavailable';

  constructor(
    message: string,
    readonly reason: UnavailableReason,
    /** Seconds to wait, if the server sent them. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

/** Wrong options or arguments. Nothing was sent. */
export class MisuseError extends LatchkeyError {
  override readonly name = 'MisuseError';
  readonly kind = 'misuse';
}

/** Converts a failure of the core to an error. */
export function errorOf(thrown: unknown): unknown {
  if (!(thrown instanceof Failure)) return thrown;
  const { kind, message, code, name, tell, serverMessage, reason, retryAfter } = thrown;
  switch (kind) {
    case 'refused':
      return new RefusedError(
        message,
        code ?? 0,
        name!,
        tell!,
        reason as TicketReason | undefined,
        serverMessage,
      );
    case 'unavailable':
      return new UnavailableError(message, reason as UnavailableReason, retryAfter);
    case 'misuse':
      return new MisuseError(message);
  }
}
