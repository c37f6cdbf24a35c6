import { isEmail } from 'class-validator';
import { Optional, TextLength, TextRule } from '@app/platform';
import type { Role } from '@app/database';
import { faultOptions } from '../errors/field-faults.js';

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;

export class SignInDto {
  /** Email address, case-insensitive. */
  @TextLength(1, 254)
  email!: string;

  @TextLength(1, PASSWORD_MAX)
  password!: string;

  /** One-time password or recovery code, for accounts that use one-time passwords. */
  @Optional()
  @TextLength(1, 32)
  totp?: string;
}

/** The signed-in administrator and their permissions. */
export class MeDto {
  id!: number;
  email!: string;
  name!: string;
  role!: Role;
  /** Ids of the assigned applications; `null` means all applications. */
  applicationIds!: number[] | null;
  /** True when sign-in requires a one-time password. */
  totpEnabled!: boolean;
  /** Token to send as `X-CSRF-Token` with every change; `null` for API tokens, which do not require it. */
  csrfToken!: string | null;
  /** True if the server can send emails: `MAIL_URL` and `MAIL_FROM` are set. */
  mailConfigured!: boolean;
}

export class SessionDto {
  id!: number;
  /** Address of the sign-in. */
  ip!: string;
  /** User agent of the browser. */
  userAgent!: string;
  /** Epoch milliseconds. */
  createdAt!: number;
  /** Time of the last request, to the minute, in epoch milliseconds. */
  lastSeenAt!: number;
  /** True for the session of this request. */
  current!: boolean;
}

/** Confirms the current password. */
export class PasswordAgainDto {
  /** The current password. */
  @TextLength(1, PASSWORD_MAX)
  currentPassword!: string;
}

export class ChangePasswordDto extends PasswordAgainDto {
  /** 10–128 characters. */
  @TextLength(PASSWORD_MIN, PASSWORD_MAX)
  newPassword!: string;
}

export class TotpKeyDto {
  /** Base32 key to enter in an authenticator app. */
  key!: string;
  /** The same key as a URI, for a QR code. */
  uri!: string;
}

export class ConfirmTotpDto {
  /** Code shown by the authenticator app. */
  @TextLength(6, 10)
  code!: string;
}

export class RecoveryCodesDto {
  /** Recovery codes. Each can be used once instead of a one-time password. They are not shown again. */
  recoveryCodes!: string[];
}

/** Validates an email address and converts it to lower case. */
export function EmailAddress(): PropertyDecorator {
  return TextRule('emailAddress', faultOptions('email_address'), (text) =>
    isEmail(text, { require_tld: false }),
  );
}
