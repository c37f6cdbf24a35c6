import { HttpCode, Post } from '@nestjs/common';
import { type Caller, ClientApi, FromCaller, FromParameters, Refuses } from '@app/auth-signature';
import { SessionService, trialsOf } from '@app/licensing';
import { DeviceSessions } from './device-sessions.js';
import { TrialHeartbeatDto, TrialLoginDto, TrialLogoutDto } from './trial.dto.js';
import { TrialLoginService } from './trial-login.service.js';
import type { TrialHeartbeatResult, TrialLoginResult } from './trial.result.js';

/** Trials: devices use the software without a card for a limited time. */
@ClientApi('trial')
export class TrialController {
  constructor(
    private readonly logins: TrialLoginService,
    private readonly devices: DeviceSessions,
    private readonly sessions: SessionService,
  ) {}

  /** Logs a device in to its trial. The time of a trial starts with its first login. */
  @Post('login')
  @HttpCode(200)
  @Refuses('TRIALS_OFF', 'TRIAL_OVER', 'TRIAL_INTERVAL_OVER')
  login(
    @FromCaller() caller: Caller,
    @FromParameters() { device_id }: TrialLoginDto,
  ): Promise<TrialLoginResult> {
    return this.logins.login(caller, device_id);
  }

  /** Keeps a session alive. The first heartbeat must arrive within 60 seconds of the login. */
  @Post('heartbeat')
  @HttpCode(200)
  @Refuses('TRIALS_OFF', 'TRIAL_SESSION_INVALID', 'TRIAL_OVER', 'TRIAL_INTERVAL_OVER')
  heartbeat(
    @FromCaller() caller: Caller,
    @FromParameters() { device_id, token }: TrialHeartbeatDto,
  ): Promise<TrialHeartbeatResult> {
    return this.devices.heartbeat(caller, device_id, token || undefined);
  }

  /** Ends a session. */
  @Post('logout')
  @HttpCode(200)
  @Refuses('TRIALS_OFF', 'TRIAL_SESSION_INVALID')
  async logout(
    @FromCaller() caller: Caller,
    @FromParameters() { device_id, token }: TrialLogoutDto,
  ): Promise<void> {
    await this.sessions.logout(trialsOf(caller.application), caller, device_id, token);
  }
}
