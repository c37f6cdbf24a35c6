import { IsOptional, ValidateIf } from 'class-validator';
import {
  CardName,
  DeviceId,
  JsonText,
  MaxBytes,
  RequestId,
  SessionToken,
  TextLength,
  Username,
  WholeText,
} from '@app/auth-signature';
import { LONG_TEXT_MAX_BYTES } from '@app/platform';

/** Identifies the user of a request. */
class UserDto {
  /**
   * User name, 1–20 printable characters without surrounding white space.
   * @example alice
   */
  @Username()
  username!: string;
}

/** Identifies a user and a device of the user. */
class UserOnDeviceDto extends UserDto {
  /**
   * Password, 6–30 characters.
   * @example correct-horse
   */
  @TextLength(6, 30)
  password!: string;

  /**
   * Device id of the client, 1–128 characters.
   * @example my-pc
   */
  @DeviceId()
  device_id!: string;
}

/** POST /user/login */
export class UserLoginDto extends UserOnDeviceDto {
  /**
   * `0` refuses the login with 10215 if the device is not bound to the user; by default `1`, which binds it. For clients
   * that log in again by themselves: a device that the customer or an administrator has unbound stays unbound.
   */
  @IsOptional()
  @WholeText(0, 1)
  bind_device?: string;
}

/** POST /user/password */
export class UserPasswordDto extends UserDto {
  /**
   * Current password, 6–30 characters.
   * @example correct-horse
   */
  @TextLength(6, 30)
  password!: string;

  /**
   * New password, 6–30 characters.
   * @example battery-staple
   */
  @TextLength(6, 30)
  new_password!: string;
}

/** POST /user/register */
export class UserRegisterDto extends UserOnDeviceDto {
  /**
   * Unused card to consume, 1–64 printable characters.
   * @example VIP-3HTR-D8WN
   */
  @CardName()
  card!: string;
}

/** POST /user/heartbeat, POST /user/logout and POST /user/ticket */
export class UserSessionDto extends UserDto {
  /**
   * Session token returned by the login.
   * @example 4fGh7Kq2ZsX9vB1nM0pL
   */
  @SessionToken()
  token!: string;
}

/** POST /user/consume */
export class UserConsumeDto extends UserSessionDto {
  /** Number of uses to consume, 1–1000; by default 1. */
  @IsOptional()
  @WholeText(1, 1000)
  amount?: string;

  /**
   * Identifies the request: 1–64 printable characters, such as a UUID. A repeated request with the same id gets the
   * first answer and consumes nothing.
   * @example 8b0f5c1e-0d5e-4a53-9a0e-51f0b8f3a2c7
   */
  @RequestId()
  request_id!: string;
}

/** POST /user/unbind-device */
export class UserUnbindDeviceDto extends UserSessionDto {
  /**
   * Device id to unbind, 1–128 characters.
   * @example my-pc
   */
  @DeviceId()
  device_id!: string;
}

/** POST /user/recharge */
export class UserRechargeDto extends UserDto {
  /**
   * Unused card to consume, 1–64 printable characters.
   * @example VIP-3HTR-D8WN
   */
  @CardName()
  card!: string;
}

/** GET /user/config, which accepts the user name under two parameter names. */
export class UserConfigDto {
  /**
   * User name, 1–20 printable characters without surrounding white space. Required unless `user` is given; takes
   * precedence over `user`.
   */
  @ValidateIf(({ username, user }: UserConfigDto) => username !== undefined || user === undefined)
  @Username()
  username?: string;

  /** Alias of `username`. */
  @IsOptional()
  @Username()
  user?: string;

  get name(): string {
    return this.username ?? this.user!;
  }
}

/** POST /user/config */
export class UserSetConfigDto extends UserDto {
  /** JSON text of at most 64 KiB; if omitted, the configuration is cleared. */
  @IsOptional()
  @JsonText()
  @MaxBytes(LONG_TEXT_MAX_BYTES)
  config?: string;
}
