import { IsOptional, ValidateIf } from 'class-validator';
import {
  CardName,
  DeviceId,
  JsonText,
  MaxBytes,
  SessionToken,
  TextLength,
  Username,
} from '@app/auth-signature';
import { LONG_TEXT_MAX_BYTES } from '@app/platform';

/** The user that a request is about. */
class UserDto {
  /**
   * 1–20 printable characters without white space around them.
   * @example alice
   */
  @Username()
  username!: string;
}

/** POST /user/login */
export class UserLoginDto extends UserDto {
  /**
   * 6–30 characters.
   * @example correct-horse
   */
  @TextLength(6, 30)
  password!: string;

  /**
   * The client's device, 1–128 characters.
   * @example my-pc
   */
  @DeviceId()
  device_id!: string;
}

/** POST /user/register */
export class UserRegisterDto extends UserLoginDto {
  /**
   * The unused card to spend, 1–64 printable characters.
   * @example VIP-3HTR-D8WN
   */
  @CardName()
  card!: string;
}

/** POST /user/heartbeat and POST /user/logout */
export class UserSessionDto extends UserDto {
  /**
   * The session token that login returned.
   * @example 4fGh7Kq2ZsX9vB1nM0pL
   */
  @SessionToken()
  token!: string;
}

/** POST /user/unbind-device */
export class UserUnbindDeviceDto extends UserSessionDto {
  /**
   * The device to unbind, 1–128 characters.
   * @example my-pc
   */
  @DeviceId()
  device_id!: string;
}

/** POST /user/recharge */
export class UserRechargeDto extends UserDto {
  /**
   * The unused card to spend, 1–64 printable characters.
   * @example VIP-3HTR-D8WN
   */
  @CardName()
  card!: string;
}

/** GET /user/config, which knows the user by two names of the parameter. */
export class UserConfigDto {
  /** 1–20 printable characters without white space around them. Required unless there is `user`; wins over it. */
  @ValidateIf(({ username, user }: UserConfigDto) => username !== undefined || user === undefined)
  @Username()
  username?: string;

  /** Another name of `username`. */
  @IsOptional()
  @Username()
  user?: string;

  get name(): string {
    return this.username ?? this.user!;
  }
}

/** POST /user/config */
export class UserSetConfigDto extends UserDto {
  /** JSON text of at most 64 KiB; left out, the configuration is cleared. */
  @IsOptional()
  @JsonText()
  @MaxBytes(LONG_TEXT_MAX_BYTES)
  config?: string;
}
