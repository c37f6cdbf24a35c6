import { randomUUID } from 'node:crypto';
import type { Script, SharedRedis } from '@app/cluster';
import type { Session } from '@app/database';
import { chunksOf } from '@app/platform';
import type { Uses } from '../rules/uses.js';
import { CHANGE, PUT, RECENT, TICKET, TOUCH, USES } from './redis-session-scripts.js';
import { readCopy, SEEN_DIGITS, writeCopy, writeUses } from './redis-session-copy.js';
import {
  type AffectedSessions,
  type CachedSession,
  type Holder,
  holderKey,
  SessionCache,
  type SessionVersion,
} from './session-cache.js';

/** Milliseconds for which a copy is kept beyond its session's timeout. */
const LINGER_MS = 60_000;
/** If a change never reports its end, no copies of its holder's sessions are stored for this many milliseconds. */
const SUSPENDED_MS = 30_000;
/**
 * Maximum age in milliseconds of a version passed to `put` or `noteUses`. The changes with which a version is compared
 * are stored only slightly longer.
 */
const MAX_TICKET_AGE_MS = 25_000;
/**
 * Milliseconds for which the last heartbeat of an invalidated copy is kept. The heartbeat is usually saved within a
 * second.
 */
const BEAT_MS = 300_000;
const AT_A_TIME = 500;

interface Touch {
  readonly keys: readonly string[];
  readonly now: string;
  readonly keepMs: number;
}

/**
 * Session cache shared by several server processes. Keys contain Redis's run id, so that data which Redis reloaded from
 * disk is never used. Key prefixes:
 * - `s:` the copy of a session
 * - `h:` the token hashes of a holder's copies
 * - `c:` the last change of a holder
 * - `t:` a holder's changes in progress
 * - `b:` the last heartbeat of an invalidated copy
 */
export class RedisSessionCache extends SessionCache {
  private readonly scripts: Record<'version' | 'put' | 'recent' | 'change' | 'uses', Script>;
  private readonly readCopies: (key: string) => Promise<string | null>;
  private readonly touchCopies: (touch: Touch) => Promise<void>;

  constructor(private readonly redis: SharedRedis) {
    super();
    this.scripts = {
      version: redis.script('sessionTicket', TICKET),
      put: redis.script('putSession', PUT),
      recent: redis.script('recentHeartbeats', RECENT),
      change: redis.script('changeSessions', CHANGE),
      uses: redis.script('noteUses', USES),
    };
    this.readCopies = redis.batch((keys) => redis.ask((client) => client.mget(...keys)));
    const touch = redis.script('touchSessions', TOUCH);
    this.touchCopies = redis.batch(async (touches) => {
      const keys = touches.flatMap(({ keys }) => keys);
      await touch(keys, BEAT_MS, ...touches.flatMap(({ now, keepMs }) => [now, keepMs]));
      return [];
    });
  }

  override async readVersion(): Promise<SessionVersion> {
    const prefix = this.redis.runPrefix;
    return Number(await this.scripts.version([`${prefix}changes`, `${prefix}began`]));
  }

  override async put(session: CachedSession, version: SessionVersion): Promise<CachedSession> {
    const prefix = this.redis.runPrefix;
    const holder = holderKey(session);
    const seen = await this.scripts.put(
      [
        `${prefix}s:${session.tokenHash}`,
        `${prefix}h:${holder}`,
        `${prefix}c:${holder}`,
        `${prefix}t:${holder}`,
        `${prefix}b:${session.id}`,
        `${prefix}began`,
      ],
      version,
      this.latest(session),
      writeCopy(session),
      keepMs(session),
      session.tokenHash,
      MAX_TICKET_AGE_MS,
    );
    return { ...session, lastSeenAt: Number(seen) };
  }

  override async find(tokenHash: string): Promise<CachedSession | undefined> {
    const key = `${this.redis.runPrefix}s:${tokenHash}`;
    const copy = await this.readCopies(key);
    return copy === null ? undefined : readCopy(tokenHash, copy);
  }

  /** Records a heartbeat without waiting for Redis. This process later saves the heartbeat to the database. */
  override async touch(session: CachedSession, now: number): Promise<void> {
    if (now <= this.latest(session)) return;
    this.unsaved.note(session.id, now);
    const prefix = this.redis.runPrefix;
    const keys = [
      `${prefix}s:${session.tokenHash}`,
      `${prefix}h:${holderKey(session)}`,
      `${prefix}b:${session.id}`,
    ];
    const touch = { keys, now: String(now).padStart(SEEN_DIGITS, '0'), keepMs: keepMs(session) };
    this.touchCopies(touch).catch(() => undefined);
  }

  override async recentHeartbeats(
    sessions: readonly Pick<Session, 'id' | 'tokenHash'>[],
  ): Promise<Map<number, number>> {
    const recent = new Map<number, number>();
    for (const part of chunksOf(sessions, AT_A_TIME)) {
      const prefix = this.redis.runPrefix;
      const keys = part.flatMap(({ id, tokenHash }) => [`${prefix}s:${tokenHash}`, `${prefix}b:${id}`]);
      const seen = (await this.scripts.recent(keys)) as number[];
      for (const [index, { id }] of part.entries()) {
        const at = Math.max(seen[index]!, this.unsaved.latest(id) ?? 0);
        if (at > 0) recent.set(id, at);
      }
    }
    return recent;
  }

  override async noteUses(holder: Holder, uses: Uses, version: SessionVersion): Promise<void> {
    const prefix = this.redis.runPrefix;
    const keys = ['h:', 'c:', 't:'].map((kind) => `${prefix}${kind}${holderKey(holder)}`);
    keys.push(`${prefix}changes`, `${prefix}began`);
    const lifetimes = [MAX_TICKET_AGE_MS, SUSPENDED_MS, BEAT_MS];
    await this.scripts.uses(keys, prefix, version, writeUses(uses), ...lifetimes);
  }

  /**
   * Runs before the commit. A crash after the commit therefore leaves no outdated copy, and a change that cannot be
   * reported to Redis is not committed. The process may die, or Redis become unavailable, before the end of the change
   * is reported. The affected sessions are then read from the database for 30 seconds. Meanwhile a Redis replica that
   * has not received the change may become the primary, and accept copies that were read before the commit. These
   * copies are dropped later.
   */
  protected override async invalidate(affected: readonly AffectedSessions[]): Promise<() => Promise<void>> {
    const id = randomUUID();
    await this.change(affected, id, 'begin');
    return () => this.change(affected, id, 'end').catch(() => this.invalidateLater(affected));
  }

  private async change(
    affected: readonly AffectedSessions[],
    id: string,
    phase: 'begin' | 'end',
  ): Promise<void> {
    for (const part of chunksOf(affected, AT_A_TIME)) {
      const prefix = this.redis.runPrefix;
      await Promise.all(
        part.map((each) => {
          const holder = holderKey(each);
          const keys = ['h:', 'c:', 't:'].map((kind) => `${prefix}${kind}${holder}`);
          keys.push(`${prefix}changes`, `${prefix}began`);
          return this.scripts.change(keys, prefix, each.tokenHash ?? '', id, phase, SUSPENDED_MS, BEAT_MS);
        }),
      );
    }
  }

  /** Returns the last heartbeat of a session, as far as this process knows. `session` may be an outdated copy. */
  private latest({ id, lastSeenAt }: CachedSession): number {
    return Math.max(lastSeenAt, this.unsaved.latest(id) ?? 0);
  }
}

function keepMs({ heartbeatTimeoutSec }: CachedSession): number {
  return heartbeatTimeoutSec * 1000 + LINGER_MS;
}
