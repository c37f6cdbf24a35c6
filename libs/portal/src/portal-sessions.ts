import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { hash } from 'node:crypto';
import { DataSource, type EntityManager, LessThanOrEqual, MoreThan } from 'typeorm';
import {
  Application,
  type Card,
  type HolderKindName,
  inTransaction,
  type LicenceHolder,
  PortalSession,
  shareRow,
  type User,
} from '@app/database';
import { CARD, type HolderKind, recordCustomerAct, USER } from '@app/licensing';
import { randomText } from '@app/platform';
import type { PortalCall, SignedIn } from './portal-call.js';
import { PortalError } from './portal-error.js';

/** Lifetime of a sign-in in seconds, regardless of activity. */
export const PORTAL_SESSION_SEC = 900;

const TOKEN_LENGTH = 43;
const PUBLIC_ID_LENGTH = 22;
/** Maximum number of concurrent sign-ins per holder; a further sign-in ends the oldest. */
const MAX_SESSIONS = 10;

const KINDS: Record<HolderKindName, HolderKind> = { card: CARD, user: USER };

/** A session that was just opened. */
export interface OpenedSession {
  /** Value of the cookie. */
  readonly token: string;
  /** See `publicIdOf`. */
  readonly sessionId: string;
}

/**
 * Returns the public id of a session, 22 characters of base64url, which reveals nothing about the customer. With every
 * change, the page sends the id of the session that it shows, since the customer may have signed in with a different
 * card or user in another tab.
 */
export function publicIdOf({ tokenHash }: Pick<PortalSession, 'tokenHash'>): string {
  return hashText(`public id ${tokenHash}`).slice(0, PUBLIC_ID_LENGTH);
}

/**
 * Refuses a change unless the page shows the account of the cookie's session.
 * @throws PortalError 409
 */
export function requireShown({ shownSession }: PortalCall, { session }: SignedIn): void {
  if (shownSession !== publicIdOf(session)) throw new PortalError('session_changed');
}

/** Sign-ins of customers. A sign-in is identified by the token in a cookie; only the token's hash is stored. */
@Injectable()
export class PortalSessions {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Opens a session of a holder whose credential was correct, and records it in the holder's history.
   * @returns the token for the cookie, and the public id
   * @throws PortalError 404 if the page was turned off, the application was disabled or the link was renewed in the
   * meantime
   */
  async open(call: PortalCall, kind: HolderKind, holder: LicenceHolder): Promise<OpenedSession> {
    const { application, now } = call;
    const token = randomText(TOKEN_LENGTH);
    const tokenHash = hashText(token);
    await inTransaction(this.dataSource, async (manager) => {
      // Turning the page off or disabling the application ends the page's sessions. The lock ensures that this happens
      // either before or after this session is opened, but not at the same time.
      await shareRow(manager, Application, application.id);
      const page = await manager.findOneBy(Application, { id: application.id });
      if (!page?.enabled || !page.portalEnabled || page.portalSlug !== application.portalSlug)
        throw new PortalError('no_such_page');
      const ofHolder = { holderKind: kind.name, holderId: holder.id };
      await endOldest(manager, ofHolder, now);
      await manager.insert(PortalSession, {
        ...ofHolder,
        applicationId: application.id,
        tokenHash,
        credentialHash: credentialHashOf(kind, holder),
        createdAt: now,
        expiresAt: now + PORTAL_SESSION_SEC * 1000,
      });
      await recordCustomerAct(manager, call, kind, holder, 'sign_in');
    });
    return { token, sessionId: publicIdOf({ tokenHash }) };
  }

  /**
   * Returns the customer of a token. Ignores sessions of other applications, and sessions whose holder was deleted or
   * consumed or has a new password.
   * @param now epoch milliseconds
   */
  async identify(
    applicationId: number,
    token: string | undefined,
    now: number,
  ): Promise<SignedIn | undefined> {
    if (!token) return undefined;
    const { manager } = this.dataSource;
    const where = { tokenHash: hashText(token), applicationId, expiresAt: MoreThan(now) };
    const session = await manager.findOneBy(PortalSession, where);
    if (!session) return undefined;
    const kind = KINDS[session.holderKind];
    const holder = await manager.findOneBy<LicenceHolder>(kind.entity, { id: session.holderId });
    if (!holder || holder.status === 'consumed') return undefined;
    if (credentialHashOf(kind, holder) !== session.credentialHash) return undefined;
    return { session, kind, holder, name: nameOf(kind, holder) };
  }

  async end({ id }: PortalSession): Promise<void> {
    await this.dataSource.manager.delete(PortalSession, { id });
  }
}

async function endOldest(
  manager: EntityManager,
  ofHolder: Pick<PortalSession, 'holderKind' | 'holderId'>,
  now: number,
): Promise<void> {
  await manager.delete(PortalSession, { ...ofHolder, expiresAt: LessThanOrEqual(now) });
  const newest = await manager.find(PortalSession, { where: ofHolder, order: { id: 'DESC' } });
  for (const { id } of newest.slice(MAX_SESSIONS - 1)) await manager.delete(PortalSession, { id });
}

function credentialHashOf(kind: HolderKind, holder: LicenceHolder): string {
  return hashText(kind.name === 'card' ? nameOf(kind, holder) : (holder as User).passwordHash);
}

function nameOf({ nameProperty }: HolderKind, holder: LicenceHolder): string {
  return (holder as Card & User)[nameProperty];
}

function hashText(text: string): string {
  return hash('sha256', text, 'base64url');
}
