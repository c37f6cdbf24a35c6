import type { Script, SharedRedis } from '@app/cluster';
import type { Session } from '@app/database';
import { chunksOf, randomText } from '@app/platform';
import type { Uses } from '../rules/uses.js';
import * as scripts from './cluster-session-scripts.js';
import { readCopy, SEEN_DIGITS, writeCopy, writeUses } from './redis-session-copy.js';
import { BEAT_MS, keepMs, MAX_TICKET_AGE_MS, SUSPENDED_MS } from './redis-session-lifetimes.js';
import {
  type AffectedSessions,
  type CachedSession,
  type Holder,
  holderKey,
  SessionCache,
  type SessionVersion,
} from './session-cache.js';

/** Length of the version before a copy. */
const VERSION_DIGITS = 16;
/** Length of the id of a claim. */
const CLAIM_LENGTH = 16;
const AT_A_TIME = 500;

/** The sessions of a holder whose copies were removed for a change. */
interface Dropped {
  readonly holder: string;
  readonly tokens: readonly string[];
}

/**
 * Session cache in a Redis Cluster. A session and its holder are on different nodes, since a heartbeat names only the
 * token. Therefore no script concerns both; the order of the scripts ensures that no outdated copy is stored:
 * - `put` first claims the session, then registers its token with the holder, which refuses while it is changing, and
 *   stores the copy only if the claim is still there;
 * - a change is first noted at the holder, and then withdraws claims and copies of all tokens registered there.
 *
 * A heartbeat drops a copy that the holder does not know. Keys are under the run of the cluster, which ends when any
 * primary is lost. Key prefixes:
 * - `s:` a session: its last heartbeat, and a copy or a claim
 * - `h:` a holder: tokens of its copies, its last change, its changes in progress
 * - `changes` the counter of changes and versions
 */
export class ClusterSessionCache extends SessionCache {
  private readonly scripts: Record<keyof typeof scripts, Script>;

  constructor(private readonly redis: SharedRedis) {
    super();
    const define = ([name, lua]: [string, string]) => [name, redis.script(`session-${name}`, lua)];
    this.scripts = Object.fromEntries(Object.entries(scripts).map(define));
  }

  override async readVersion(): Promise<SessionVersion> {
    return this.advance(0);
  }

  override async put(session: CachedSession, version: SessionVersion): Promise<CachedSession> {
    const { tokenHash } = session;
    const prefix = this.redis.runPrefix;
    const [copyKey, holder] = [`${prefix}s:${tokenHash}`, `${prefix}h:${holderKey(session)}`];
    const claim = randomText(CLAIM_LENGTH);
    const [seen, began] = await Promise.all([
      this.scripts.CLAIM([copyKey], this.latest(session), claim, BEAT_MS),
      this.redis.ask((client) => client.hget(`${prefix}changes`, 'began')),
    ]);
    if (version >= Number(began ?? Infinity)) {
      const listMs = keepListMs(session);
      const isFresh = await this.scripts.REGISTER([holder], version, MAX_TICKET_AGE_MS, tokenHash, listMs);
      if (isFresh === 1)
        await this.scripts.STORE([copyKey], claim, version, writeCopy(session), keepMs(session));
    }
    return { ...session, lastSeenAt: Number(seen) };
  }

  override async find(tokenHash: string): Promise<CachedSession | undefined> {
    const key = `${this.redis.runPrefix}s:${tokenHash}`;
    const value = (await this.redis.ask((client) => client.get(key))) ?? '';
    const claimLength = value[SEEN_DIGITS] === '?' ? 1 + CLAIM_LENGTH : 0;
    const copy = value.slice(SEEN_DIGITS + claimLength + VERSION_DIGITS);
    return copy === '' ? undefined : readCopy(tokenHash, value.slice(0, SEEN_DIGITS) + copy);
  }

  /** Records the heartbeat without waiting for Redis. This process saves it to the database. */
  override async touch(session: CachedSession, now: number): Promise<void> {
    if (now <= this.latest(session)) return;
    this.unsaved.note(session.id, now);
    this.beat(session, now).catch(() => undefined);
  }

  override async recentHeartbeats(
    sessions: readonly Pick<Session, 'id' | 'tokenHash'>[],
  ): Promise<Map<number, number>> {
    const recent = new Map<number, number>();
    for (const part of chunksOf(sessions, AT_A_TIME)) {
      const prefix = this.redis.runPrefix;
      await Promise.all(
        part.map(async ({ id, tokenHash }) => {
          const key = `${prefix}s:${tokenHash}`;
          const seen = await this.redis.ask((client) => client.getrange(key, 0, SEEN_DIGITS - 1));
          const at = Math.max(Number(seen), this.unsaved.latest(id) ?? 0);
          if (at > 0) recent.set(id, at);
        }),
      );
    }
    return recent;
  }

  override async noteUses(holder: Holder, uses: Uses, version: SessionVersion): Promise<void> {
    const prefix = this.redis.runPrefix;
    const number = await this.advance(1);
    const key = `${prefix}h:${holderKey(holder)}`;
    const [isFresh, tokens] = (await this.scripts.NOTE(
      [key],
      version,
      MAX_TICKET_AGE_MS,
      number,
      SUSPENDED_MS,
    )) as [number, string[]];
    const text = writeUses(uses);
    if (isFresh !== 1) return this.drop(prefix, tokens);
    await this.forEach(tokens, (token) =>
      this.scripts.REPLACE_USES([`${prefix}s:${token}`], number, text, BEAT_MS),
    );
  }

  /** Runs before the commit, like that of `RedisSessionCache`. */
  protected override async invalidate(affected: readonly AffectedSessions[]): Promise<() => Promise<void>> {
    const id = randomText(CLAIM_LENGTH);
    const dropped: Dropped[] = [];
    await this.forEach(byHolder(affected), async ([holder, tokens]) => {
      const prefix = this.redis.runPrefix;
      const isAll = tokens.includes(undefined);
      const all = await this.scripts.BEGIN([`${prefix}h:${holder}`], id, SUSPENDED_MS, isAll ? 1 : 0);
      const chosen = isAll ? (all as string[]) : (tokens as string[]);
      await this.drop(prefix, chosen);
      dropped.push({ holder, tokens: chosen });
    });
    return () => this.end(dropped, id).catch(() => undefined);
  }

  private async end(dropped: readonly Dropped[], id: string): Promise<void> {
    const number = await this.advance(1);
    await this.forEach(dropped, async ({ holder, tokens }) => {
      const prefix = this.redis.runPrefix;
      const missed = await this.scripts.END([`${prefix}h:${holder}`], id, number, SUSPENDED_MS, ...tokens);
      await this.drop(prefix, missed as string[]);
    });
  }

  /** Drops a copy that changes of the holder do not reach, because its list was lost. */
  private async beat(session: CachedSession, now: number): Promise<void> {
    const { tokenHash } = session;
    const prefix = this.redis.runPrefix;
    const [holder, copyKey] = [`${prefix}h:${holderKey(session)}`, `${prefix}s:${tokenHash}`];
    const [isKnown] = await Promise.all([
      this.scripts.KEEP([holder], tokenHash, keepListMs(session)),
      this.scripts.BEAT([copyKey], now, keepMs(session), BEAT_MS),
    ]);
    if (isKnown !== 1) await this.drop(prefix, [tokenHash]);
  }

  private async drop(prefix: string, tokens: readonly string[]): Promise<void> {
    await this.forEach(tokens, (token) => this.scripts.DROP([`${prefix}s:${token}`], BEAT_MS));
  }

  private async advance(step: 0 | 1): Promise<number> {
    return Number(await this.scripts.ADVANCE([`${this.redis.runPrefix}changes`], step));
  }

  private async forEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
    for (const part of chunksOf(items, AT_A_TIME)) await Promise.all(part.map(work));
  }

  /** Returns the last heartbeat of a session that this process knows; `session` may be an older copy of it. */
  private latest({ id, lastSeenAt }: CachedSession): number {
    return Math.max(lastSeenAt, this.unsaved.latest(id) ?? 0);
  }
}

/** Returns the tokens of each holder; `undefined` stands for all. */
function byHolder(affected: readonly AffectedSessions[]): [holder: string, tokens: (string | undefined)[]][] {
  const grouped = Map.groupBy(affected, holderKey);
  return [...grouped].map(([holder, each]) => [holder, each.map(({ tokenHash }) => tokenHash)]);
}

/** Returns the lifetime of a holder's list: longer than that of the copies in it, also if one heartbeat did not reach it. */
function keepListMs(session: CachedSession): number {
  return 2 * keepMs(session) + BEAT_MS;
}
