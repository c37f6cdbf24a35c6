import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { UsageLog } from '@app/usage';
import { CardType, inTransaction, type LicenceHolder, rowLock, Ticket } from '@app/database';
import { AppConfig, toSeconds } from '@app/platform';
import { admitDevices, settleDevices } from './admit-device.js';
import type { ClientCall } from './client-call.js';
import { recordCustomerAct } from './customer-history.js';
import { HolderEvents } from './events/holder-events.js';
import type { HolderKind } from './holder-kind.js';
import type { TicketResult } from './holder.result.js';
import { lockHolder } from './holders.js';
import { RefusalError } from './refusal-error.js';
import { showExpiry } from './rules/expiry-text.js';
import { deviceClaim, signTicket, ticketExpiry } from './rules/ticket.js';
import { isExpired } from './rules/validity.js';
import { requireOpenSession } from './sessions/require-open-session.js';
import { SessionCache } from './sessions/session-cache.js';
import { SessionService } from './sessions/session.service.js';

const JTI_BYTES = 16;

/** Issues offline tickets, which allow a device to work without the server for some time. */
@Injectable()
export class TicketService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sessions: SessionService,
    private readonly cache: SessionCache,
    private readonly activity: UsageLog,
    private readonly events: HolderEvents,
    private readonly config: AppConfig,
  ) {}

  /**
   * Issues a ticket for the device of a live session. In the database the new ticket replaces the device's earlier
   * ticket, but both tickets stay valid until they expire.
   * @throws RefusalError
   * - 10214: the session is not valid
   * - card 10210, user 10250: the holder has expired
   * - 400: the holder has no offline hours
   */
  async issue(kind: HolderKind, caller: ClientCall, name: string, token: string): Promise<TicketResult> {
    const { application, now } = caller;
    const session = await this.sessions.requireActive(kind, caller, name, token);
    const { deviceId } = session;
    return this.sign(
      kind,
      caller,
      await inTransaction(this.dataSource, async (manager) => {
        const holder = await lockHolder(manager, kind, application.id, name);
        // Also refuses a frozen holder: freezing has ended its sessions.
        await requireOpenSession(manager, session);
        if (isExpired(holder, now)) throw new RefusalError(kind.refusals.expired);
        return book(manager, kind, caller, holder, deviceId);
      }),
    );
  }

  /**
   * Issues a ticket at the customer's request, for a device that may never have been online. Like a login, binds a new
   * device and starts the time of an unused holder.
   * @param deviceId 1–128 characters
   * @throws RefusalError
   * - card 10218, user 10243: the holder does not exist or was consumed
   * - card 10212, user 10252: the holder is frozen
   * - card 10210, user 10250: the holder has expired
   * - 10217: the device limit is reached
   * - 400: the holder has no offline hours
   */
  async issueForDevice(
    kind: HolderKind,
    caller: ClientCall,
    name: string,
    deviceId: string,
  ): Promise<TicketResult> {
    const { application, now } = caller;
    const { booked, events } = await this.cache.invalidating((invalidate) =>
      inTransaction(this.dataSource, async (manager) => {
        const holder = await lockHolder(manager, kind, application.id, name);
        const { devices } = this.config.quotas;
        const request = { caller, holder, deviceId, mayBind: true };
        const [device] = await admitDevices(manager, kind, [request], devices);
        if (device instanceof RefusalError) throw device;
        const [events] = await settleDevices(manager, this.events, kind, [device!]);
        const booked = await book(manager, kind, caller, holder, deviceId);
        const after = { device: deviceId, until: booked.ticket.expiresAt };
        await recordCustomerAct(manager, caller, kind, holder, 'issue_ticket', { after });
        await invalidate([{ holderKind: kind.name, holderId: holder.id }]);
        return { booked, events: events! };
      }),
    );
    for (const event of events)
      this.activity.count(application.id, event, now, event === 'activation' ? booked.holder.cardTypeId : 0);
    return this.sign(kind, caller, booked);
  }

  private sign(
    kind: HolderKind,
    { application, now }: ClientCall,
    { holder, typeName, ticket, deviceId }: BookedTicket,
  ): TicketResult {
    const exp = toSeconds(ticket.expiresAt);
    const claims = {
      iss: application.appKey,
      sub: `${kind.name}:${holder.id}`,
      dev: deviceClaim(application.appKey, deviceId),
      iat: toSeconds(now),
      exp,
      card_exp: showExpiry(holder.expiresAt, application.timeZone).expires_ts,
      type: typeName,
      features: holder.features,
      jti: ticket.jti,
    };
    return { ticket: signTicket(claims, application), ticket_expires_ts: exp };
  }
}

interface BookedTicket {
  readonly holder: LicenceHolder;
  readonly typeName: string;
  readonly deviceId: string;
  readonly ticket: Pick<Ticket, 'jti' | 'expiresAt'>;
}

/**
 * Stores a device's ticket in place of the device's earlier ticket, if any.
 * @param holder a holder whose row is locked, so that nothing else changes its tickets
 * @throws RefusalError 400 when the holder has no offline hours
 */
async function book(
  manager: EntityManager,
  kind: HolderKind,
  { application, now }: ClientCall,
  holder: LicenceHolder,
  deviceId: string,
): Promise<BookedTicket> {
  if (holder.offlineHours === 0) throw new RefusalError(kind.refusals.noTickets);
  const type = await manager.findOneByOrFail(CardType, { id: holder.cardTypeId });
  const ticket = {
    jti: randomBytes(JTI_BYTES).toString('base64url'),
    expiresAt: ticketExpiry(holder, now),
  };
  const ofDevice = { holderKind: kind.name, holderId: holder.id, deviceId };
  // Locks the ticket, since the purge job may be about to delete it.
  const earlier = await manager.findOne(Ticket, { where: ofDevice, ...rowLock(manager) });
  // An earlier ticket may be valid for longer, for example when the offline hours were reduced since.
  const expiresAt = Math.max(ticket.expiresAt, earlier?.expiresAt ?? 0);
  const row = { ...ticket, issuedAt: now, expiresAt };
  if (earlier) await manager.update(Ticket, { id: earlier.id }, row);
  else await manager.insert(Ticket, { ...ofDevice, ...row, applicationId: application.id });
  return { holder, typeName: type.name, deviceId, ticket };
}
