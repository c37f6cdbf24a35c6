import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { CardType, inTransaction, Ticket } from '@app/database';
import { toSeconds } from '@app/platform';
import type { ClientCall } from './client-call.js';
import type { HolderKind } from './holder-kind.js';
import type { TicketResult } from './holder.result.js';
import { lockHolder } from './holders.js';
import { RefusalError } from './refusal-error.js';
import { showExpiry } from './rules/expiry-text.js';
import { deviceClaim, signTicket, ticketExpiry } from './rules/ticket.js';
import { isExpired } from './rules/validity.js';
import { requireOpenSession } from './sessions/require-open-session.js';
import type { CachedSession } from './sessions/session-cache.js';
import { SessionService } from './sessions/session.service.js';

const JTI_BYTES = 16;

/** Issues offline tickets, with which a device is licensed for some time without the server. */
@Injectable()
export class TicketService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sessions: SessionService,
  ) {}

  /**
   * Issues a ticket for the device of a live session. It replaces the device's earlier one in the books, although both
   * are valid until they expire.
   * @throws RefusalError 10214, the kind's code for expired (card 10210, user 10250), or 400 when the holder has no
   * offline hours
   */
  async issue(kind: HolderKind, caller: ClientCall, name: string, token: string): Promise<TicketResult> {
    const { application, now } = caller;
    const session = await this.sessions.requireActive(kind, caller, name, token);
    const { holder, type, jti, expiresAt } = await inTransaction(this.dataSource, async (manager) => {
      const holder = await lockHolder(manager, kind, application.id, name);
      // Also refuses a frozen holder: freezing has ended its sessions.
      await requireOpenSession(manager, session);
      if (isExpired(holder, now)) throw new RefusalError(kind.refusals.expired);
      if (holder.offlineHours === 0) throw new RefusalError(kind.refusals.noTickets);
      const type = await manager.findOneByOrFail(CardType, { id: holder.cardTypeId });
      const [jti, expiresAt] = [randomBytes(JTI_BYTES).toString('base64url'), ticketExpiry(holder, now)];
      await book(manager, kind, caller, session, { jti, expiresAt });
      return { holder, type, jti, expiresAt };
    });
    const exp = toSeconds(expiresAt);
    const claims = {
      iss: application.appKey,
      sub: `${kind.name}:${holder.id}`,
      dev: deviceClaim(application.appKey, session.deviceId),
      iat: toSeconds(now),
      exp,
      card_exp: showExpiry(holder.expiresAt, application.timeZone).expires_ts,
      type: type.name,
      features: holder.features,
      jti,
    };
    return { ticket: signTicket(claims, application), ticket_expires_ts: exp };
  }
}

/** Stores the only ticket of a device. Its holder is locked, so that nothing else changes it. */
async function book(
  manager: EntityManager,
  kind: HolderKind,
  { application, now }: ClientCall,
  { holderId, deviceId }: CachedSession,
  ticket: Pick<Ticket, 'jti' | 'expiresAt'>,
): Promise<void> {
  const ofDevice = { holderKind: kind.name, holderId, deviceId };
  const earlier = await manager.findOneBy(Ticket, ofDevice);
  // An earlier ticket may be valid for longer, for example when the offline hours were reduced in between.
  const expiresAt = Math.max(ticket.expiresAt, earlier?.expiresAt ?? 0);
  const row = { ...ticket, issuedAt: now, expiresAt };
  if (earlier) await manager.update(Ticket, { id: earlier.id }, row);
  else await manager.insert(Ticket, { ...ofDevice, ...row, applicationId: application.id });
}

/**
 * Refuses a change if devices have a ticket that outlasts it: a ticket cannot be revoked, and the customer could go on
 * with it.
 * @param devices of a locked holder
 * @param until epoch milliseconds; default: now
 * @throws RefusalError 10258
 */
export async function requireNoTicket(
  manager: EntityManager,
  { application, now }: ClientCall,
  devices: Pick<Ticket, 'holderKind' | 'holderId'> & Partial<Pick<Ticket, 'deviceId'>>,
  until = now,
): Promise<void> {
  const [last] = await manager.find(Ticket, { where: devices, order: { expiresAt: 'DESC' }, take: 1 });
  if (!last || last.expiresAt <= until) return;
  throw new RefusalError('TICKET_VALID', showExpiry(last.expiresAt, application.timeZone).expires);
}
