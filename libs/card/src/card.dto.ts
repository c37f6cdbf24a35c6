import { IsOptional } from 'class-validator';
import { CardName, DeviceId, JsonText, MaxBytes, SessionToken, TextLength } from '@app/auth-signature';
import { LONG_TEXT_MAX_BYTES } from '@app/platform';

/** GET /card/config */
export class CardDto {
  /**
   * The card: 1–64 printable characters without white space around them.
   * @example VIP-7Q2M-9XKD
   */
  @CardName()
  card!: string;
}

/** POST /card/login */
export class CardLoginDto extends CardDto {
  /**
   * The client's device, 1–128 characters.
   * @example my-pc
   */
  @DeviceId()
  device_id!: string;
}

/** POST /card/heartbeat and POST /card/logout */
export class CardSessionDto extends CardDto {
  /**
   * The session token that login returned.
   * @example 4fGh7Kq2ZsX9vB1nM0pL
   */
  @SessionToken()
  token!: string;
}

/** POST /card/unbind-device */
export class CardUnbindDeviceDto extends CardSessionDto {
  /**
   * The device to unbind, 1–128 characters.
   * @example my-pc
   */
  @DeviceId()
  device_id!: string;
}

/** POST /card/unbind-by-password */
export class CardUnbindByPasswordDto extends CardDto {
  /**
   * The card's unbind password, 6–10 characters.
   * @example secret12
   */
  @TextLength(6, 10)
  password!: string;
}

/** POST /card/unbind-password */
export class CardUnbindPasswordDto extends CardSessionDto {
  /**
   * The new unbind password, 6–10 characters.
   * @example secret12
   */
  @TextLength(6, 10)
  password!: string;
}

/** POST /card/recharge */
export class CardRechargeDto extends CardDto {
  /**
   * The unused card to spend, 1–64 printable characters.
   * @example VIP-3HTR-D8WN
   */
  @CardName()
  use_card!: string;
}

/** POST /card/config */
export class CardSetConfigDto extends CardDto {
  /** JSON text of at most 64 KiB; left out, the configuration is cleared. */
  @IsOptional()
  @JsonText()
  @MaxBytes(LONG_TEXT_MAX_BYTES)
  config?: string;
}
