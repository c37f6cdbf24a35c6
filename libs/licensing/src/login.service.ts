import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { UsageLog } from '@app/usage';
import { type ActivityEvent, CardType, Device, type LicenceHolder } from '@app/database';
import { AppConfig, toSeconds } from '@app/platform';
import { bindDevice } from './bind-device.js';
import type { ClientCall } from './client-call.js';
import { HolderEvents } from './events/holder-events.js';
import type { HolderKind } from './holder-kind.js';
import type { LoginResult } from './holder.result.js';
import { lockHolder, requireNotFrozen, updateHolder } from './holders.js';
import { RefusalError } from './refusal-error.js';
import { expiryAfter } from './rules/duration.js';
import { featuresText } from './rules/features.js';
import { heartbeatInterval } from './rules/heartbeat-interval.js';
import { isExpired } from './rules/validity.js';
import { SessionOpener } from './sessions/session-opener.js';

/** A login being decided: the caller, the holder, and the transaction. */
interface Attempt {
  readonly manager: EntityManager;
  readonly kind: HolderKind;
  readonly holder: LicenceHolder;
  readonly deviceId: string;
  readonly caller: ClientCall;
}

/** Logs holders in: starts their time at the first login, binds the device, opens the session. */
@Injectable()
export class LoginService {
  constructor(
    private readonly opener: SessionOpener,
    private readonly activity: UsageLog,
    private readonly events: HolderEvents,
    private readonly config: AppConfig,
  ) {}

  /**
   * Logs a holder in. The checks run in a fixed order: unavailable, frozen, expired, device, session. Each refuses
   * without changing anything.
   * @param deviceId 1–128 characters
   * @param check runs first on the locked holder, to confirm what was decided about it before it was locked
   * @throws RefusalError the kind's codes for unavailable, frozen, expired and multi-open (card 10218, 10212, 10210,
   * 10213; user 10243, 10252, 10250, 10253), or 10217 when the device limit is reached
   */
  async login<T extends LicenceHolder>(
    kind: HolderKind<T>,
    caller: ClientCall,
    name: string,
    deviceId: string,
    check: (holder: T) => void = () => undefined,
  ): Promise<LoginResult> {
    const { application, now } = caller;
    const opened = await this.opener.open(kind, caller, deviceId, async (manager) => {
      const holder = await lockHolder(manager, kind, application.id, name);
      check(holder);
      const attempt: Attempt = { manager, kind, holder, deviceId, caller };
      requireNotFrozen(kind, holder);
      if (isExpired(holder, now)) throw new RefusalError(kind.refusals.expired);
      const { cardType, isBound } = await requireDevicePlace(attempt, this.config.quotas.devices);
      const events: ActivityEvent[] = ['login'];
      const settle = async () => {
        if (holder.status === 'unused') {
          await this.activate(attempt);
          events.push('activation');
        }
        if (!isBound)
          events.push(...(await bindDevice(manager, this.events, kind, caller, holder, deviceId)));
      };
      return { holder, maxSessions: holder.maxSessions, settle, cardType, events };
    });

    const { holder, cardType, events, token, session } = opened;
    for (const event of events)
      this.activity.count(application.id, event, now, event === 'activation' ? holder.cardTypeId : 0);
    const features = featuresText(holder.features);
    return {
      card_type: cardType,
      token,
      ...session.expiry,
      config: holder.config ?? '',
      server_time: toSeconds(now),
      hg: heartbeatInterval(application),
      ...(session.uses && { uses_left: session.uses.left }),
      ...(features !== undefined && { features }),
    };
  }

  private async activate({ manager, kind, holder, deviceId, caller }: Attempt): Promise<void> {
    const { now, application } = caller;
    const expiresAt = expiryAfter(now, holder, application.timeZone);
    await updateHolder(manager, kind, holder, {
      status: 'activated',
      activatedAt: now,
      expiresAt,
      updatedAt: now,
    });
    await this.events.one(manager, 'card.activated', kind.name, holder, now, { device_id: deviceId });
  }
}

/**
 * Returns the name of the holder's card type and whether the device is already bound. Refuses a new device if the
 * device limit is reached.
 * @param quota maximum devices of a holder without a limit
 */
async function requireDevicePlace(
  { manager, kind, holder, deviceId }: Attempt,
  quota: number,
): Promise<{ cardType: string; isBound: boolean }> {
  const ofHolder = { holderKind: kind.name, holderId: holder.id };
  const isSame = 'device.deviceId = :deviceId';
  // In one query, because statements are the main cost of a login.
  const query = manager
    .createQueryBuilder(Device, 'device')
    .select('COUNT(*)', 'bound')
    .addSelect(`SUM(${isSame})`, 'same')
    .addSelect(
      (type) => type.select('type.name').from(CardType, 'type').where('type.id = :typeId'),
      'cardType',
    )
    .where(ofHolder)
    .setParameters({ deviceId, typeId: holder.cardTypeId });
  if (holder.maxDevices === 0) query.andWhere(isSame);

  const found = (await query.getRawOne<{ bound: unknown; same: unknown; cardType: string }>())!;
  const isBound = Number(found.same) > 0;
  if (!isBound) {
    const bound = holder.maxDevices === 0 ? await manager.countBy(Device, ofHolder) : Number(found.bound);
    if (bound >= (holder.maxDevices || quota)) throw new RefusalError('DEVICE_LIMIT');
  }
  return { cardType: found.cardType, isBound };
}
