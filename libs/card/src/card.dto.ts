import { IsOptional } from 'class-validator';
import {
  CardName,
  DeviceId,
  JsonText,
  MaxBytes,
  RequestId,
  SessionToken,
  TextLength,
  WholeText,
} from '@app/auth-signature';
import { LONG_TEXT_MAX_BYTES } from '@app/platform';

/** GET /card/config */
export class CardDto {
  /**
   * Card key: 1–64 printable characters without surrounding white space.
   * @example VIP-7Q2M-9XKD
   */
  @CardName()
  card!: string;
}

/** POST /card/login */
export class CardLoginDto extends CardDto {
  /**
   * Device id of the client, 1–128 characters.
   * @example my-pc
   */
  @DeviceId()
  device_id!: string;

  /**
   * `0` refuses the login with 10215 if the device is not bound to the card; by default `1`, which binds it. For clients
   * that log in again by themselves: a device that the customer or an administrator has unbound stays unbound.
   */
  @IsOptional()
  @WholeText(0, 1)
  bind_device?: string;
}

/** POST /card/heartbeat, POST /card/logout and POST /card/ticket */
export class CardSessionDto extends CardDto {
  /**
   * Session token returned by the login.
   * @example 4fGh7Kq2ZsX9vB1nM0pL
   */
  @SessionToken()
  token!: string;
}

/** POST /card/consume */
export class CardConsumeDto extends CardSessionDto {
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

/** POST /card/unbind-device */
export class CardUnbindDeviceDto extends CardSessionDto {
  /**
   * Device id to unbind, 1–128 characters.
   * @example my-pc
   */
  @DeviceId()
  device_id!: string;
}

/** POST /card/unbind-by-password */
export class CardUnbindByPasswordDto extends CardDto {
  /**
   * Unbind password of the card, 6–10 characters.
   * @example secret12
   */
  @TextLength(6, 10)
  password!: string;
}

/** POST /card/unbind-password */
export class CardUnbindPasswordDto extends CardSessionDto {
  /**
   * New unbind password, 6–10 characters.
   * @example secret12
   */
  @TextLength(6, 10)
  password!: string;
}

/** POST /card/recharge */
export class CardRechargeDto extends CardDto {
  /**
   * Unused card to consume, 1–64 printable characters.
   * @example VIP-3HTR-D8WN
   */
  @CardName()
  use_card!: string;
}

/** POST /card/config */
export class CardSetConfigDto extends CardDto {
  /** JSON text of at most 64 KiB; if omitted, the configuration is cleared. */
  @IsOptional()
  @JsonText()
  @MaxBytes(LONG_TEXT_MAX_BYTES)
  config?: string;
}
