import { type Caller, EarlyStart } from '@app/auth-signature';
import type { LiveSession, SessionStore } from './session-store.js';
import { hashToken } from './session-token.js';

interface Lookup {
  readonly tokenHash: string;
  readonly session: Promise<LiveSession | undefined>;
}

/** Looks for a request's session while its nonce is being claimed, so that Redis is waited for once and not twice. */
export class EarlyLookup extends EarlyStart {
  private readonly lookups = new WeakMap<Caller, Lookup>();

  constructor(private readonly store: SessionStore) {
    super();
  }

  override start(caller: Caller): void {
    const token = caller.parameters.get('token');
    if (!token) return;
    const tokenHash = hashToken(token);
    const session = this.store.find(tokenHash);
    // Whoever asks for it is told; the request may also be refused before.
    session.catch(() => undefined);
    this.lookups.set(caller, { tokenHash, session });
  }

  /** The session's copy, when it was looked for. */
  find(caller: Caller, tokenHash: string): Promise<LiveSession | undefined> | undefined {
    const lookup = this.lookups.get(caller);
    return lookup?.tokenHash === tokenHash ? lookup.session : undefined;
  }
}
