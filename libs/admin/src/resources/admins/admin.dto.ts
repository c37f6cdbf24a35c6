import { IntersectionType, PartialType, PickType } from '@nestjs/swagger';
import { Admin, type Role, ROLES } from '@app/database';
import { Name, OneOf, Optional, TextLength, TrueOrFalse } from '@app/platform';
import { EmailAddress, PASSWORD_MAX, PASSWORD_MIN } from '../../auth/auth.dto.js';
import { EditDto } from '../../crud/edit.dto.js';
import { Beginning, IdFilter, IdList } from '../../crud/filters.js';

export const ADMIN_FIELDS = [
  'id',
  'email',
  'name',
  'role',
  'enabled',
  'totpEnabledAt',
  'lastSignInAt',
  'rowVersion',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Admin)[];

export const ADMIN_SORTS = ['id', 'email', 'name', 'lastSignInAt'];

export class AdminDto extends PickType(Admin, ADMIN_FIELDS) {
  /** Ids of the assigned applications. Owners have access to all applications, regardless of this list. */
  applicationIds!: number[];
}

export class AdminFilter extends IdFilter {
  /** Prefix of the email address, in lower case. */
  @Beginning(254)
  email?: string;

  @Optional()
  @OneOf(ROLES)
  role?: Role;
}

export class CreateAdminDto {
  /** Email address to sign in with, unique regardless of case. */
  @EmailAddress()
  @TextLength(3, 254)
  email!: string;

  @Name(1, 100)
  name!: string;

  /** 10–128 characters. */
  @TextLength(PASSWORD_MIN, PASSWORD_MAX)
  password!: string;

  @OneOf(ROLES)
  role!: Role;

  /** Ids of the assigned applications; none by default. Owners have access to all applications. */
  @Optional()
  @IdList()
  applicationIds?: number[];

  /** True by default. A disabled administrator cannot sign in. */
  @Optional()
  @TrueOrFalse()
  enabled?: boolean;
}

/**
 * Disabling the account or setting a new password ends the administrator's sessions, except the session that sends the
 * request.
 */
export class EditAdminDto extends IntersectionType(
  EditDto,
  PartialType(CreateAdminDto, { skipNullProperties: false }),
) {}
