import { IsOptional, ValidateIf } from 'class-validator';
import {
  CardName,
  DeviceId,
  MaxBytes,
  OneOf,
  RemoteName,
  SessionToken,
  TextLength,
  Username,
} from '@app/auth-signature';
import { LONG_TEXT_MAX_BYTES } from '@app/platform';
import { CallFunctionDto, VariableDto } from '@app/remote';

/** POST /v1/card/config. Unlike in the contract, the configuration is any text. */
export class PaojiaoyunCardConfigDto {
  /**
   * Card key: 1–64 printable characters without surrounding white space.
   * @example VIP-7Q2M-9XKD
   */
  @CardName()
  card!: string;

  /** Any text of at most 64 KiB; if empty or omitted, the configuration is cleared. */
  @IsOptional()
  @MaxBytes(LONG_TEXT_MAX_BYTES)
  config?: string;
}

/** POST /v1/user/config. Unlike in the contract, the configuration is any text. */
export class PaojiaoyunUserConfigDto {
  /**
   * User name, 1–20 printable characters without surrounding white space.
   * @example alice
   */
  @Username()
  username!: string;

  /** Any text of at most 64 KiB; if empty or omitted, the configuration is cleared. */
  @IsOptional()
  @MaxBytes(LONG_TEXT_MAX_BYTES)
  config?: string;
}

/** POST /v1/user/unbind_device. Unlike in the contract, the device has a default. */
export class PaojiaoyunUserUnbindDto {
  /**
   * User name, 1–20 printable characters without surrounding white space.
   * @example alice
   */
  @Username()
  username!: string;

  /**
   * Session token returned by the login.
   * @example 4fGh7Kq2ZsX9vB1nM0pL
   */
  @SessionToken()
  token!: string;

  /**
   * Device id to unbind, 1–128 characters; by default the session's device.
   * @example my-pc
   */
  @IsOptional()
  @DeviceId()
  device_id?: string;
}

/** GET /v1/software/latest_ver */
export class PaojiaoyunVersionDto {
  /**
   * The client's own version, at most 256 characters; if it is omitted or not a dotted number, the latest version is
   * always returned.
   * @example 1.9.2
   */
  @IsOptional()
  @TextLength(0, 256)
  version?: string;
}

/** GET /v1/af/remote_var */
export class RemoteVarDto extends VariableDto {
  /**
   * Name of the variable: 1–64 letters and digits of any script, `_`, `.` and `-`.
   * @example notice_text
   */
  @RemoteName()
  key!: string;
}

/** GET /v1/af/remote_data */
export class RemoteDataDto {
  /**
   * Key of the data: 1–64 letters and digits of any script, `_`, `.` and `-`.
   * @example top_score
   */
  @RemoteName()
  key!: string;
}

const DATA_ACTIONS = ['create', 'update', 'delete'] as const;

/** POST /v1/af/remote_data */
export class WriteRemoteDataDto extends RemoteDataDto {
  /**
   * `create` for a new key (10522 if the key exists), `update` and `delete` for an existing key (10521 if it does not
   * exist).
   * @example create
   */
  @OneOf(DATA_ACTIONS)
  action!: (typeof DATA_ACTIONS)[number];

  /** Value, at most 64 KiB of UTF-8; may be empty. Required unless `action` is `delete`. */
  @ValidateIf(({ action }: WriteRemoteDataDto) => action !== 'delete')
  @MaxBytes(LONG_TEXT_MAX_BYTES)
  value?: string;
}

/** POST /v1/af/call_remote_func */
export class CallRemoteFuncDto extends CallFunctionDto {
  /**
   * Name of the function: 1–64 letters and digits of any script, `_`, `.` and `-`.
   * @example add
   */
  @RemoteName()
  func_name!: string;
}
