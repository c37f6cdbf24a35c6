import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull, MoreThan } from 'typeorm';
import { BlockDirectory } from '@app/applications';
import {
  CardType,
  DEFAULT_CHANNEL,
  Device,
  Session,
  Ticket,
  unbindRuleOf,
  type UnbindRule,
  User,
} from '@app/database';
import {
  cooldownEnd,
  decideUnbind,
  RefusalError,
  refuseUnbind,
  SessionCache,
  SessionDeadline,
  unbindPasswordOf,
  usesOf,
} from '@app/licensing';
import { httpsOriginOf } from '@app/platform';
import { LatestVersionService } from '@app/software';
import type { PortalCall, SignedIn } from './portal-call.js';
import { publicIdOf } from './portal-sessions.js';
import type { PortalAccount, PortalDevice, PortalPage, UnbindPreview } from './portal.result.js';
import { stateOf } from './rules/holder-state.js';
import { maskText } from './rules/mask-text.js';
import { toCode } from './rules/to-code.js';

/** Maximum number of devices and of sessions that the page shows, newest first. */
const MAX_SHOWN = 200;

/** Reads the data that customers see: the page, and their card or user. */
@Injectable()
export class AccountService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly cache: SessionCache,
    private readonly deadline: SessionDeadline,
    private readonly blocks: BlockDirectory,
    private readonly versions: LatestVersionService,
  ) {}

  async page({ application }: PortalCall): Promise<PortalPage> {
    const { portalLogoUrl } = application;
    return {
      title: application.portalTitle || application.name,
      // Earlier server versions also accepted image addresses that the page's content security policy blocks.
      logoUrl: httpsOriginOf(portalLogoUrl) === undefined ? '' : portalLogoUrl,
      contact: application.portalContact,
      languages: application.portalLanguages,
      hasUsers: await this.dataSource.manager.existsBy(User, { applicationId: application.id }),
    };
  }

  async account(call: PortalCall, signedIn: SignedIn): Promise<PortalAccount> {
    const { application, now } = call;
    const { kind, holder, name, session } = signedIn;
    const { unbindCooldownHours } = application;
    const type = await this.dataSource.manager.findOneByOrFail(CardType, { id: holder.cardTypeId });
    const rule = unbindRuleOf(application, type);
    const cooldownUntil = cooldownEnd(holder, unbindCooldownHours, now);
    const sessions = await this.openSessions(call, signedIn);
    const isBlocked = this.blocks.isBlocked(application.id, kind.name, name, now);
    return {
      sessionId: publicIdOf(session),
      kind: kind.name,
      name: kind.name === 'card' ? maskText(name) : name,
      cardType: type.name,
      state: stateOf(holder, isBlocked, now),
      activatedAt: holder.activatedAt,
      expiresAt: holder.expiresAt,
      uses: usesOf(holder, now, application.timeZone) ?? null,
      unbinds: {
        ...rule,
        left: holder.unbindLimit === null ? null : Math.max(0, holder.unbindLimit - holder.unbindsUsed),
        cooldownHours: unbindCooldownHours,
        cooldownUntil: cooldownUntil > now ? cooldownUntil : null,
      },
      hasUnbindPassword: kind.name === 'card' ? unbindPasswordOf(holder) !== null : null,
      maxDevices: holder.maxDevices,
      devices: await this.devices(call, signedIn, rule, sessions, isBlocked),
      maxSessions: holder.maxSessions,
      sessions: sessions.map(({ id, deviceId, createdAt, lastSeenAt }) => ({
        id,
        device: maskText(deviceId),
        startedAt: createdAt,
        lastSeenAt,
      })),
      offlineHours: holder.offlineHours,
      notice: application.notice,
      latestVersion: await this.latestVersion(call),
      now,
      signedInUntil: session.expiresAt,
    };
  }

  private async openSessions(
    { application, now }: PortalCall,
    { kind, holder }: SignedIn,
  ): Promise<Session[]> {
    const found = await this.dataSource.manager.find(Session, {
      where: { holderKind: kind.name, holderId: holder.id, endedAt: IsNull() },
      order: { id: 'DESC' },
      take: MAX_SHOWN,
    });
    // In the database, `lastSeenAt` lags behind the heartbeats by about a second.
    const recent = await this.cache.recentHeartbeats(found);
    for (const session of found)
      session.lastSeenAt = Math.max(session.lastSeenAt, recent.get(session.id) ?? 0);
    const aliveSince = this.deadline.aliveSince(now, application);
    return found.filter(({ lastSeenAt }) => lastSeenAt >= aliveSince);
  }

  private async devices(
    call: PortalCall,
    { kind, holder }: SignedIn,
    rule: UnbindRule,
    open: readonly Session[],
    isBlocked: boolean,
  ): Promise<PortalDevice[]> {
    const { application, now } = call;
    const ofHolder = { holderKind: kind.name, holderId: holder.id };
    const { manager } = this.dataSource;
    const found = await manager.find(Device, { where: ofHolder, order: { id: 'DESC' }, take: MAX_SHOWN });
    const tickets = await manager.findBy(Ticket, { ...ofHolder, expiresAt: MoreThan(now) });
    const lastSeen = await this.lastSeen(ofHolder);
    for (const { deviceId, lastSeenAt } of open)
      lastSeen.set(deviceId, Math.max(lastSeenAt, lastSeen.get(deviceId) ?? 0));

    const preview = (deviceId: string): UnbindPreview => {
      const refused = (code: string, until: number | null = null) => ({
        refusal: code,
        until,
        expiresAt: holder.expiresAt,
        resets: false,
      });
      if (isBlocked || this.blocks.isBlocked(application.id, 'device', deviceId, now))
        return refused('blocked');
      if (holder.frozen) return refused(toCode(kind.refusals.frozen));
      const cooldown = application.unbindCooldownHours;
      const refusal = refuseUnbind(kind, holder, rule.policy, now, cooldown);
      if (refusal)
        return refused(
          toCode(refusal),
          refusal === 'UNBIND_COOLDOWN' ? cooldownEnd(holder, cooldown, now) : null,
        );
      const decision = decideUnbind(holder, rule, tickets, deviceId, now);
      if ('refusal' in decision) return refused(toCode(decision.refusal), decision.until);
      const { effect } = decision;
      return {
        refusal: null,
        until: null,
        expiresAt: effect.reset ? null : effect.expiresAt,
        resets: effect.reset,
      };
    };
    const online = new Set(open.map(({ deviceId }) => deviceId));
    return found.map(({ id, deviceId, boundAt }) => ({
      id,
      name: maskText(deviceId),
      online: online.has(deviceId),
      firstSeenAt: boundAt,
      lastSeenAt: lastSeen.get(deviceId) ?? null,
      ticketUntil: tickets.find((ticket) => ticket.deviceId === deviceId)?.expiresAt ?? null,
      unbind: preview(deviceId),
    }));
  }

  /** Returns the latest heartbeat or login of each device, in epoch milliseconds. */
  private async lastSeen(ofHolder: Pick<Session, 'holderKind' | 'holderId'>): Promise<Map<string, number>> {
    const rows = await this.dataSource.manager
      .createQueryBuilder(Session, 'session')
      .select('session.deviceId', 'deviceId')
      .addSelect('MAX(session.lastSeenAt)', 'lastSeenAt')
      .where(ofHolder)
      .groupBy('session.deviceId')
      .getRawMany<{ deviceId: string; lastSeenAt: unknown }>();
    return new Map(rows.map(({ deviceId, lastSeenAt }) => [deviceId, Number(lastSeenAt)]));
  }

  private async latestVersion(call: PortalCall): Promise<PortalAccount['latestVersion']> {
    try {
      const { version, url, notice } = await this.versions.get(call, DEFAULT_CHANNEL, undefined);
      return { version, url, notice };
    } catch (error) {
      // No version has been released yet.
      if (error instanceof RefusalError) return null;
      throw error;
    }
  }
}
