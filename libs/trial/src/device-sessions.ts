import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import { DataSource, IsNull } from 'typeorm';
import { Session, Trial } from '@app/database';
import {
  type ClientCall,
  type HeartbeatResult,
  RefusalError,
  SessionService,
  trialsOf,
} from '@app/licensing';

/** Maximum number of stored tokens, about 300 bytes each. */
const MAX_DEVICES = 100_000;

/** Handles heartbeats of trials. They also work without a token, since a device has at most one open session. */
@Injectable()
export class DeviceSessions {
  /**
   * Hashes of session tokens by device, so that heartbeats without a token need no SQL. The session of a stored token
   * may have ended, so each heartbeat checks the session itself.
   */
  private readonly hashes = new LRUCache<string, string>({ maxSize: MAX_DEVICES, sizeCalculation: () => 1 });

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sessions: SessionService,
  ) {}

  /**
   * Keeps a session alive and returns the current expiry of the trial.
   * @param token if undefined, the device's open session is used
   * @throws RefusalError 10401 trials are off, 10404 no active session, 10405 or 10406 the trial is over
   */
  async heartbeat(caller: ClientCall, deviceId: string, token: string | undefined): Promise<HeartbeatResult> {
    const kind = trialsOf(caller.application);
    if (token !== undefined) return this.sessions.heartbeat(kind, caller, deviceId, token);

    const device = `${caller.application.id}:${deviceId}`;
    const known = this.hashes.get(device);
    if (known !== undefined) {
      try {
        return await this.sessions.heartbeat(kind, caller, deviceId, { hash: known });
      } catch (error) {
        // A newer session may have replaced this one.
        if (!(error instanceof RefusalError) || error.reason !== kind.refusals.sessionInvalid) throw error;
        this.hashes.delete(device);
      }
    }
    const hash = await this.findHash(caller, deviceId);
    if (hash === undefined) throw new RefusalError(kind.refusals.sessionInvalid);
    this.hashes.set(device, hash);
    return this.sessions.heartbeat(kind, caller, deviceId, { hash });
  }

  private async findHash({ application }: ClientCall, deviceId: string): Promise<string | undefined> {
    const { manager } = this.dataSource;
    const trial = await manager.findOneBy(Trial, { applicationId: application.id, deviceId });
    if (!trial) return undefined;
    const open = { holderKind: 'trial', holderId: trial.id, endedAt: IsNull() } as const;
    return (await manager.findOneBy(Session, open))?.tokenHash;
  }
}
