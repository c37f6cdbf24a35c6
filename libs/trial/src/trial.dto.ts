import { ValidateIf } from 'class-validator';
import { DeviceId, SessionToken } from '@app/auth-signature';

/** POST /trial/login */
export class TrialLoginDto {
  /**
   * Device id of the client, 1–128 characters.
   * @example my-pc
   */
  @DeviceId()
  device_id!: string;
}

/** POST /trial/heartbeat */
export class TrialHeartbeatDto extends TrialLoginDto {
  /**
   * Session token returned by the login. If omitted or empty, the device's open session is used.
   * @example 4fGh7Kq2ZsX9vB1nM0pL
   */
  @ValidateIf(({ token }: TrialHeartbeatDto) => Boolean(token))
  @SessionToken()
  token?: string;
}

/** POST /trial/logout */
export class TrialLogoutDto extends TrialLoginDto {
  /**
   * Session token returned by the login.
   * @example 4fGh7Kq2ZsX9vB1nM0pL
   */
  @SessionToken()
  token!: string;
}
