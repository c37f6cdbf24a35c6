import { IsOptional, ValidateIf } from 'class-validator';
import { JsonText, MaxBytes, Printable, TextLength } from '@app/auth-signature';
import { CONFIG_MAX_BYTES } from '@app/licensing';

/** The user that a request is about. */
class UserDto {
  /** 1–20 printable characters without white space around them. */
  @TextLength(1, 20)
  @Printable()
  username!: string;
}

/** POST /user/login */
export class UserLoginDto extends UserDto {
  /** 6–30 characters. */
  @TextLength(6, 30)
  password!: string;

  /** The client's device, 1–128 characters. */
  @TextLength(1, 128)
  device_id!: string;
}

/** POST /user/register */
export class UserRegisterDto extends UserLoginDto {
  /** The unused card to spend, 1–64 printable characters. */
  @TextLength(1, 64)
  @Printable()
  card!: string;
}

/** POST /user/heartbeat and POST /user/logout */
export class UserSessionDto extends UserDto {
  /** The session token that login returned. */
  @TextLength(1, 128)
  token!: string;
}

/** POST /user/unbind-device */
export class UserUnbindDeviceDto extends UserSessionDto {
  /** The device to unbind, 1–128 characters. */
  @TextLength(1, 128)
  device_id!: string;
}

/** POST /user/recharge */
export class UserRechargeDto extends UserDto {
  /** The unused card to spend, 1–64 printable characters. */
  @TextLength(1, 64)
  @Printable()
  card!: string;
}

/** GET /user/config, which knows the user by two names of the parameter. */
export class UserConfigDto {
  /** 1–20 printable characters without white space around them. Required unless there is `user`; wins over it. */
  @ValidateIf(({ username, user }: UserConfigDto) => username !== undefined || user === undefined)
  @TextLength(1, 20)
  @Printable()
  username?: string;

  /** The same. */
  @IsOptional()
  @TextLength(1, 20)
  @Printable()
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
  @MaxBytes(CONFIG_MAX_BYTES)
  config?: string;
}
