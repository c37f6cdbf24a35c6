import { Injectable } from '@nestjs/common';
import type { HolderKindName } from '@app/database';
import { type LiveSession, type SessionKey, SessionStore } from './session-store.js';

type Entry = { -readonly [K in keyof LiveSession]: LiveSession[K] };

/** Holder changes remembered one by one; beyond this many, all older tickets lapse. */
const MAX_REMEMBERED_CHANGES = 10_000;

/** Sessions of the one process that serves the database. */
@Injectable()
export class MemorySessionStore extends SessionStore {
  private readonly sessions = new Map<string, Entry>();
  private readonly tokensByHolder = new Map<string, Set<string>>();

  private changeCount = 0;
  private readonly lastChange = new Map<string, number>();
  /** Tickets from before this change are too old to be compared. */
  private oldestTicket = 0;

  private unsaved = new Map<number, number>();
  /** Handed to the last save. Kept when it is through: a reader may have looked just before. */
  private lastSave: ReadonlyMap<number, number> = new Map();
  private saving: Promise<void> = Promise.resolve();

  override ticket(): number {
    return this.changeCount;
  }

  override async put(session: LiveSession, ticket: number): Promise<LiveSession | undefined> {
    const holder = holderKey(session.holderKind, session.holderId);
    if (ticket < this.oldestTicket || (this.lastChange.get(holder) ?? 0) > ticket) return undefined;
    const entry = { ...session, lastSeenAt: this.latestHeartbeat(session) };
    this.sessions.set(session.tokenHash, entry);
    const tokens = this.tokensByHolder.get(holder);
    if (tokens) tokens.add(session.tokenHash);
    else this.tokensByHolder.set(holder, new Set([session.tokenHash]));
    return entry;
  }

  override async find(tokenHash: string): Promise<LiveSession | undefined> {
    return this.sessions.get(tokenHash);
  }

  override async touch(session: LiveSession, now: number): Promise<void> {
    if (now <= this.latestHeartbeat(session)) return;
    // `session` may be a copy from before it was forgotten and read again.
    const entry = this.sessions.get(session.tokenHash);
    if (entry) entry.lastSeenAt = now;
    this.unsaved.set(session.id, now);
  }

  override async forget({ tokenHash, holderKind, holderId }: SessionKey): Promise<void> {
    this.noteChange(holderKey(holderKind, holderId));
    this.remove(tokenHash);
  }

  override async forgetHolder(kind: HolderKindName, holderId: number): Promise<void> {
    const holder = holderKey(kind, holderId);
    this.noteChange(holder);
    for (const tokenHash of this.tokensByHolder.get(holder) ?? []) this.remove(tokenHash);
  }

  override recentHeartbeat(sessionId: number): number | undefined {
    return this.unsaved.get(sessionId) ?? this.lastSave.get(sessionId);
  }

  override saveHeartbeats(save: (lastSeenAt: ReadonlyMap<number, number>) => Promise<void>): Promise<void> {
    const turn = this.saving.then(() => this.saveOnce(save));
    this.saving = turn.catch(() => undefined);
    return turn;
  }

  private async saveOnce(save: (lastSeenAt: ReadonlyMap<number, number>) => Promise<void>): Promise<void> {
    if (this.unsaved.size === 0) return;
    const taken = this.unsaved;
    this.lastSave = taken;
    this.unsaved = new Map();
    try {
      await save(taken);
    } catch (error) {
      this.unsaved = new Map([...taken, ...this.unsaved]);
      throw error;
    }
  }

  /** The last heartbeat known of a session, of which `session` may be an older copy. */
  private latestHeartbeat(session: LiveSession): number {
    const stored = this.sessions.get(session.tokenHash)?.lastSeenAt ?? 0;
    return Math.max(session.lastSeenAt, stored, this.recentHeartbeat(session.id) ?? 0);
  }

  private noteChange(holder: string): void {
    this.lastChange.set(holder, ++this.changeCount);
    if (this.lastChange.size > MAX_REMEMBERED_CHANGES) this.lapseTickets();
  }

  private lapseTickets(): void {
    this.oldestTicket = ++this.changeCount;
    this.lastChange.clear();
  }

  private remove(tokenHash: string): void {
    const session = this.sessions.get(tokenHash);
    if (!session) return;
    this.sessions.delete(tokenHash);
    const holder = holderKey(session.holderKind, session.holderId);
    const tokens = this.tokensByHolder.get(holder);
    tokens?.delete(tokenHash);
    if (tokens?.size === 0) this.tokensByHolder.delete(holder);
  }
}

function holderKey(kind: HolderKindName, holderId: number): string {
  return `${kind}:${holderId}`;
}
