import { isEmail, ValidateBy } from 'class-validator';
import { Optional, TextLength } from '@app/platform';
import type { Role } from '@app/database';
import { says } from '../errors/field-faults.js';

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;

export class SignInDto {
  /** E-mail address, in any case. */
  @TextLength(1, 254)
  email!: string;

  @TextLength(1, PASSWORD_MAX)
  password!: string;

  /** What the phone shows, or a recovery code; only where one-time passwords are in use. */
  @Optional()
  @TextLength(1, 32)
  totp?: string;
}

/** Who is signed in, and what they may do. */
export class MeDto {
  id!: number;
  email!: string;
  name!: string;
  role!: Role;
  /** Ids of the applications they were given; null: all. */
  applicationIds!: number[] | null;
  /** Whether sign-in asks for a one-time password. */
  totpEnabled!: boolean;
  /** To be sent as `X-CSRF-Token` with every change; null with an API token, which needs none. */
  csrfToken!: string | null;
}

export class SessionDto {
  id!: number;
  /** Address the sign-in came from. */
  ip!: string;
  /** What the browser calls itself. */
  userAgent!: string;
  /** Epoch milliseconds. */
  createdAt!: number;
  /** Last request, to the minute; epoch milliseconds. */
  lastSeenAt!: number;
  /** Whether it is the one that asks. */
  current!: boolean;
}

/** A step that only the person themselves may take says the password again. */
export class PasswordAgainDto {
  /** The password in use. */
  @TextLength(1, PASSWORD_MAX)
  currentPassword!: string;
}

export class ChangePasswordDto extends PasswordAgainDto {
  /** 10–128 characters. */
  @TextLength(PASSWORD_MIN, PASSWORD_MAX)
  newPassword!: string;
}

export class TotpKeyDto {
  /** Base32, to type into an authenticator app. */
  key!: string;
  /** The same for a QR code. */
  uri!: string;
}

export class ConfirmTotpDto {
  /** What the phone shows. */
  @TextLength(6, 10)
  code!: string;
}

export class RecoveryCodesDto {
  /** Each stands in for a one-time password once. They are shown this one time. */
  recoveryCodes!: string[];
}

/** Addresses are kept in lower case. */
export function EmailAddress(): PropertyDecorator {
  return ValidateBy({ name: 'emailAddress', validator: { validate: isEmailAddress } }, says('email_address'));
}

/** Of text with half a surrogate pair the check itself makes an error. */
function isEmailAddress(value: unknown): boolean {
  return typeof value === 'string' && value.isWellFormed() && isEmail(value, { require_tld: false });
}
