import { setImmediate } from 'node:timers/promises';
import type { Session } from '@app/database';
import type { Uses } from '../rules/uses.js';
import {
  type AffectedSessions,
  type CachedSession,
  type Holder,
  holderKey,
  SessionCache,
  type SessionVersion,
} from './session-cache.js';

type Entry = { -readonly [K in keyof CachedSession]: CachedSession[K] };

/**
 * Maximum number of holders whose last change is stored. Beyond this number, all stored changes are dropped, and every
 * `SessionVersion` read until then becomes invalid.
 */
const MAX_REMEMBERED_CHANGES = 10_000;
/** Number of sessions or holders that are invalidated before the process serves other requests, such as heartbeats. */
const FORGET_AT_A_TIME = 500;

/** Session cache for a server process that is the only one on its database. */
export class MemorySessionCache extends SessionCache {
  private readonly sessions = new Map<string, Entry>();
  /**
   * For a holder with one session, contains the token instead of a set of tokens. Most holders have one session, and a
   * set would take more memory than the session.
   */
  private readonly tokensByHolder = new Map<string, string | Set<string>>();

  private changeCount = 0;
  private readonly lastChange = new Map<string, number>();
  /** Versions before this one can no longer be compared with changes, since some changes were dropped. */
  private oldestVersion = 0;

  override async readVersion(): Promise<SessionVersion> {
    return this.changeCount;
  }

  override async put(session: CachedSession, version: SessionVersion): Promise<CachedSession> {
    const holder = holderKey(session);
    const entry = { ...session, lastSeenAt: this.latestHeartbeat(session) };
    if (this.hasChanged(holder, version)) return entry;
    this.sessions.set(session.tokenHash, entry);
    this.addToken(holder, session.tokenHash);
    return entry;
  }

  override async find(tokenHash: string): Promise<CachedSession | undefined> {
    return this.sessions.get(tokenHash);
  }

  override async touch(session: CachedSession, now: number): Promise<void> {
    if (now <= this.latestHeartbeat(session)) return;
    // `session` may be an older copy, if the entry was invalidated and read again.
    const entry = this.sessions.get(session.tokenHash);
    if (entry) entry.lastSeenAt = now;
    this.unsaved.note(session.id, now);
  }

  override async noteUses(changed: Holder, uses: Uses, version: SessionVersion): Promise<void> {
    const holder = holderKey(changed);
    if (this.hasChanged(holder, version)) return this.forget(changed);
    // Sessions that were read before this change must not be stored with outdated uses.
    this.noteChange(holder);
    for (const token of this.tokensOf(holder)) this.sessions.get(token)!.uses = uses;
  }

  override async recentHeartbeats(sessions: readonly Pick<Session, 'id'>[]): Promise<Map<number, number>> {
    const recent = new Map<number, number>();
    for (const { id } of sessions) {
      const at = this.unsaved.latest(id);
      if (at !== undefined) recent.set(id, at);
    }
    return recent;
  }

  /** Needs no action before the commit, since a crash of the process also deletes this cache. */
  protected override async invalidate(affected: readonly AffectedSessions[]): Promise<() => Promise<void>> {
    return async () => {
      for (const [index, each] of affected.entries()) {
        if (index % FORGET_AT_A_TIME === FORGET_AT_A_TIME - 1) await setImmediate();
        this.forget(each);
      }
    };
  }

  private hasChanged(holder: string, since: SessionVersion): boolean {
    return since < this.oldestVersion || (this.lastChange.get(holder) ?? 0) > since;
  }

  private forget(affected: AffectedSessions): void {
    const { tokenHash } = affected;
    const holder = holderKey(affected);
    this.noteChange(holder);
    if (tokenHash !== undefined) this.remove(tokenHash);
    else for (const each of this.tokensOf(holder)) this.remove(each);
  }

  /** Returns the last known heartbeat of a session. `session` may be an outdated copy. */
  private latestHeartbeat(session: CachedSession): number {
    const stored = this.sessions.get(session.tokenHash)?.lastSeenAt ?? 0;
    return Math.max(session.lastSeenAt, stored, this.unsaved.latest(session.id) ?? 0);
  }

  private noteChange(holder: string): void {
    this.lastChange.set(holder, ++this.changeCount);
    if (this.lastChange.size > MAX_REMEMBERED_CHANGES) this.lapseTickets();
  }

  private lapseTickets(): void {
    this.oldestVersion = ++this.changeCount;
    this.lastChange.clear();
  }

  private remove(tokenHash: string): void {
    const session = this.sessions.get(tokenHash);
    if (!session) return;
    this.sessions.delete(tokenHash);
    const holder = holderKey(session);
    const tokens = this.tokensByHolder.get(holder);
    if (tokens instanceof Set) tokens.delete(tokenHash);
    if (!(tokens instanceof Set) || tokens.size === 0) this.tokensByHolder.delete(holder);
  }

  private tokensOf(holder: string): Iterable<string> {
    const tokens = this.tokensByHolder.get(holder) ?? [];
    return typeof tokens === 'string' ? [tokens] : tokens;
  }

  private addToken(holder: string, token: string): void {
    const tokens = this.tokensByHolder.get(holder);
    if (tokens === undefined) this.tokensByHolder.set(holder, token);
    else if (tokens instanceof Set) tokens.add(token);
    else if (tokens !== token) this.tokensByHolder.set(holder, new Set([tokens, token]));
  }
}
