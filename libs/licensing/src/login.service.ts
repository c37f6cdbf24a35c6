import { Injectable } from '@nestjs/common';
import { UsageLog } from '@app/usage';
import type { ActivityEvent, LicenceHolder } from '@app/database';
import { AppConfig, toSeconds } from '@app/platform';
import { admitDevice } from './admit-device.js';
import type { ClientCall } from './client-call.js';
import { HolderEvents } from './events/holder-events.js';
import type { HolderKind } from './holder-kind.js';
import type { LoginResult } from './holder.result.js';
import { lockHolder } from './holders.js';
import { featuresText } from './rules/features.js';
import { heartbeatInterval } from './rules/heartbeat-interval.js';
import { SessionOpener } from './sessions/session-opener.js';

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
      const quota = this.config.quotas.devices;
      const device = await admitDevice(manager, this.events, kind, caller, holder, deviceId, quota);
      const events: ActivityEvent[] = ['login'];
      const settle = async () => void events.push(...(await device.settle()));
      const { cardType } = device;
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
}
