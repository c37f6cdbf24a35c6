import { IsOptional } from 'class-validator';
import { CardName, DeviceId, JsonText, MaxBytes, SessionToken, TextLength } from '@app/auth-signature';
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
}

/** POST /card/heartbeat and POST /card/logout */
export class CardSessionDto extends CardDto {
  /**
   * Session token returned by the login.
   * @example 4fGh7Kq2ZsX9vB1nM0pL
   */
  @SessionToken()
  token!: string;
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
