import type { ClientCall } from '../client-call.js';
import type { CachedSession, SessionCache } from './session-cache.js';
import { hashToken } from './session-token.js';

interface Lookup {
  readonly tokenHash: string;
  readonly session: Promise<CachedSession | undefined>;
}

/** Looks up a call's session while its nonce is being claimed, so that the call waits for Redis only once. */
export class SessionPrefetch {
  private readonly lookups = new WeakMap<ClientCall, Lookup>();

  constructor(private readonly sessions: SessionCache) {}

  /** Starts the lookup. It only reads, because the call may still be refused. */
  start(call: ClientCall, token: string): void {
    const tokenHash = hashToken(token);
    const session = this.sessions.find(tokenHash);
    // Callers of `find` get the error. If the call is refused earlier, nobody calls `find`, and the error must be
    // ignored.
    session.catch(() => undefined);
    this.lookups.set(call, { tokenHash, session });
  }

  /** Returns the session's copy if its lookup was started. */
  find(call: ClientCall, tokenHash: string): Promise<CachedSession | undefined> | undefined {
    const lookup = this.lookups.get(call);
    return lookup?.tokenHash === tokenHash ? lookup.session : undefined;
  }
}
