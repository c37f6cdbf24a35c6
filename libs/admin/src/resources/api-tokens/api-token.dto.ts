import { PickType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { ApiToken, TOKEN_ROLES, type TokenRole } from '@app/database';
import { LATEST_TIME, Name, OneOf, Optional, WholeNumber } from '@app/platform';
import { IdFilter, IdList, RecordId } from '../../crud/filters.js';

export const API_TOKEN_FIELDS = [
  'id',
  'adminId',
  'name',
  'role',
  'allApplications',
  'hint',
  'expiresAt',
  'lastUsedAt',
  'rowVersion',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof ApiToken)[];

export const API_TOKEN_SORTS = ['id', 'name', 'lastUsedAt', 'expiresAt'];

export class ApiTokenDto extends PickType(ApiToken, API_TOKEN_FIELDS) {
  /** Ids of the applications to which the token is limited; empty if the token is not limited. */
  applicationIds!: number[];
}

export class NewApiTokenDto extends ApiTokenDto {
  /** The token itself, for `Authorization: Bearer …`. It is not shown again. */
  token!: string;
}

export class ApiTokenFilter extends IdFilter {
  /** Only tokens of this administrator. Callers who are not owners always see only their own tokens. */
  @Optional()
  @RecordId()
  adminId?: number;
}

export class CreateApiTokenDto {
  /** Purpose of the token, 1–100 characters. */
  @Name(1, 100)
  name!: string;

  /**
   * Role of the token, at most the caller's own role. A token limited to certain applications cannot have the role
   * `owner`. A token with the role `issuer` may only create orders (`POST /orders`). Operators and higher roles can
   * create a token with the role `issuer`.
   */
  @OneOf(TOKEN_ROLES)
  role!: TokenRole;

  /**
   * Ids of the applications to which the token is limited. By default the token may access all applications that its
   * administrator may access at the time of use. A limited token cannot see the other tokens of its administrator.
   */
  @Optional()
  @IdList()
  applicationIds?: number[];

  /** Expiry in epoch milliseconds. If null or omitted, the token never expires. */
  @IsOptional()
  @WholeNumber(0, LATEST_TIME)
  expiresAt?: number | null;
}
