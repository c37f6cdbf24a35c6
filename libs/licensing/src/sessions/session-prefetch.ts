import type { ClientCall } from '../client-call.js';
import type { CachedSession, SessionCache } from './session-cache.js';
import { hashToken } from './session-token.js';

interface Lookup {
  readonly tokenHash: string;
  readonly session: Promise<CachedSession | undefined>;
}

/** Looks for a call's session while its nonce is being claimed, so that Redis is waited for once and not twice. */
export class SessionPrefetch {
  private readonly lookups = new WeakMap<ClientCall, Lookup>();

  constructor(private readonly sessions: SessionCache) {}

  /** Begins to look. It only reads: the call may yet be refused. */
  start(call: ClientCall, token: string): void {
    const tokenHash = hashToken(token);
    const session = this.sessions.find(tokenHash);
    // Whoever asks for it is told; the call may also be refused before.
    session.catch(() => undefined);
    this.lookups.set(call, { tokenHash, session });
  }

  /** The session's copy, when it was looked for. */
  find(call: ClientCall, tokenHash: string): Promise<CachedSession | undefined> | undefined {
    const lookup = this.lookups.get(call);
    return lookup?.tokenHash === tokenHash ? lookup.session : undefined;
  }
}
