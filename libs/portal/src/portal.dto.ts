import { REQUEST_CODE_MAX_LENGTH } from '@app/licensing';
import { Name, Optional, TextLength, WholeNumber } from '@app/platform';

/** Sign-in with a card. */
export class CardSignInDto {
  /** 1–64 printable characters. */
  @Name(1, 64)
  card!: string;
}

/** Sign-in of a user. */
export class UserSignInDto {
  /** 1–20 printable characters. */
  @Name(1, 20)
  username!: string;

  /** At most 64 characters. A valid password has 6–30 characters; any other is refused as a wrong password. */
  @TextLength(1, 64)
  password!: string;
}

export class UnbindDto {
  /** `id` of the device in `PortalAccount`. */
  @WholeNumber(1, Number.MAX_SAFE_INTEGER)
  device!: number;

  /** Unbind password, required if the card has one; at most 64 characters. */
  @Optional()
  @TextLength(1, 64)
  unbindPassword?: string;
}

export class RechargeDto {
  /** Unused card to consume, 1–64 printable characters. */
  @Name(1, 64)
  card!: string;
}

export class UnbindPasswordDto {
  /** New unbind password, 6–10 characters. */
  @TextLength(6, 10)
  password!: string;

  /** The current unbind password, if the card has one; at most 64 characters. */
  @Optional()
  @TextLength(1, 64)
  current?: string;
}

export class EndSessionsDto {
  /** `id` of a session in `PortalAccount`; if omitted, all sessions end. */
  @Optional()
  @WholeNumber(1, Number.MAX_SAFE_INTEGER)
  session?: number;
}

export class TicketDto {
  /** The code that the offline software shows. */
  @TextLength(1, REQUEST_CODE_MAX_LENGTH)
  requestCode!: string;
}
