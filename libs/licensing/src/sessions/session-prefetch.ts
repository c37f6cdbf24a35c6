import type { ClientCall } from '../client-call.js';
import type { LiveSession, SessionStore } from './session-store.js';
import { hashToken } from './session-token.js';

interface Lookup {
  readonly tokenHash: string;
  readonly session: Promise<LiveSession | undefined>;
}

/** Looks for a call's session while its nonce is being claimed, so that Redis is waited for once and not twice. */
export class SessionPrefetch {
  private readonly lookups = new WeakMap<ClientCall, Lookup>();

  constructor(private readonly store: SessionStore) {}

  /** Begins to look. It only reads: the call may yet be refused. */
  start(call: ClientCall, token: string): void {
    const tokenHash = hashToken(token);
    const session = this.store.find(tokenHash);
    // Whoever asks for it is told; the call may also be refused before.
    session.catch(() => undefined);
    this.lookups.set(call, { tokenHash, session });
  }

  /** The session's copy, when it was looked for. */
  find(call: ClientCall, tokenHash: string): Promise<LiveSession | undefined> | undefined {
    const lookup = this.lookups.get(call);
    return lookup?.tokenHash === tokenHash ? lookup.session : undefined;
  }
}
