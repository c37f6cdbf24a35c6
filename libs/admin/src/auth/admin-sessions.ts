import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, LessThan, Not } from 'typeorm';
import { AdminSession } from '@app/database';
import { AppConfig, ClockSteps, LastUseRecorder, MINUTE_MS } from '@app/platform';
import type { Principal } from '../access/actor.js';
import { ReadQueue } from '../access/read-queue.js';
import { loadPrincipal } from './load-principal.js';
import { csrfTokenOf, hashSecretToken, newSecretToken } from './secret-token.js';

const DAY_SEC = 86_400;
const USER_AGENT_MAX = 255;

/** Maximum lifetime of a session, even an active session: 30 days. */
export const SESSION_MAX_AGE_SEC = 30 * DAY_SEC;

/** The origin of a sign-in. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string;
}

/** Panel sessions. A session is identified by the token in a cookie; only the token's hash is stored. */
@Injectable()
export class AdminSessions {
  private readonly uses = new LastUseRecorder('a session', (id, lastSeenAt) =>
    this.dataSource.manager.update(AdminSession, { id }, { lastSeenAt }),
  );

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly config: AppConfig,
    private readonly steps: ClockSteps,
    private readonly turns: ReadQueue,
  ) {}

  /** @returns the token for the cookie */
  async open(
    manager: EntityManager,
    adminId: number,
    { ip, userAgent }: Origin,
    now: number,
  ): Promise<string> {
    const token = newSecretToken();
    await manager.insert(AdminSession, {
      adminId,
      tokenHash: hashSecretToken(token),
      ip,
      userAgent: userAgent.slice(0, USER_AGENT_MAX),
      createdAt: now,
      lastSeenAt: now,
    });
    return token;
  }

  /** Returns the principal of the live session with this token, or `undefined` if there is none. */
  async identify(token: string, now: number, ip: string): Promise<Principal | undefined> {
    const tokenHash = hashSecretToken(token);
    const found = await this.turns.identify(ip, tokenHash, () => this.find(tokenHash, now));
    if (!found) return undefined;
    const { id, lastSeenAt } = found.session;
    this.uses.record(id, lastSeenAt, now);
    return { ...found.principal, session: { id, csrfToken: csrfTokenOf(token) } };
  }

  private async find(
    tokenHash: string,
    now: number,
  ): Promise<{ session: AdminSession; principal: Principal } | undefined> {
    const { manager } = this.dataSource;
    const session = await manager.findOneBy(AdminSession, { tokenHash });
    if (!session || !this.lives(session, now)) return undefined;
    const principal = await loadPrincipal(manager, session.adminId);
    return principal && { session, principal };
  }

  /** Returns the live sessions of an administrator, latest first. */
  async list(adminId: number, now: number): Promise<AdminSession[]> {
    const sessions = await this.dataSource.manager.find(AdminSession, {
      where: { adminId },
      order: { lastSeenAt: 'DESC', id: 'DESC' },
    });
    return sessions.filter((session) => this.lives(session, now));
  }

  /** Ends a session of an administrator. Returns false if there is no such session. */
  async end(manager: EntityManager, adminId: number, id: number): Promise<boolean> {
    const { affected } = await manager.delete(AdminSession, { id, adminId });
    return affected === 1;
  }

  /** Ends the session of a token, whichever administrator it belongs to. */
  async endToken(manager: EntityManager, token: string): Promise<void> {
    await manager.delete(AdminSession, { tokenHash: hashSecretToken(token) });
  }

  /** Ends every session of an administrator except one. */
  async endOthers(manager: EntityManager, adminId: number, exceptId = 0): Promise<void> {
    await manager.delete(AdminSession, { adminId, id: Not(exceptId) });
  }

  /** Deletes expired sessions. */
  async purge(now: number): Promise<void> {
    const { manager } = this.dataSource;
    await manager.delete(AdminSession, { lastSeenAt: LessThan(this.seenSince(now)) });
    await manager.delete(AdminSession, { createdAt: LessThan(now - SESSION_MAX_AGE_SEC * 1000) });
  }

  private lives({ lastSeenAt, createdAt }: AdminSession, now: number): boolean {
    return lastSeenAt > this.seenSince(now) && now - createdAt < SESSION_MAX_AGE_SEC * 1000;
  }

  /**
   * Returns the idle cutoff. Sessions last seen at or before this time have expired. If the clock was recently set
   * forward, the cutoff is earlier by the same amount, so that the sessions do not expire.
   */
  private seenSince(now: number): number {
    const idleMs = this.config.security.adminIdleMinutes * MINUTE_MS;
    return now - idleMs - this.steps.setAhead(idleMs);
  }
}
