import { IsOptional, ValidateIf } from 'class-validator';
import { MaxBytes, OneOf, Printable, Reserved, TextLength } from '@app/auth-signature';
import { DATA_SCOPES, type DataScope } from '@app/database';

const VALUE_MAX_BYTES = 64 * 1024;
const RESERVED_SCOPES = ['user'];

export const DATA_ACTIONS = ['create', 'update'] as const;
export type DataAction = (typeof DATA_ACTIONS)[number];

/** GET and DELETE /remote/data/:key */
export class DataDto {
  /** Whose data: `app` (when left out) or `card`; `user` is reserved. */
  @IsOptional()
  @OneOf(DATA_SCOPES)
  @Reserved(RESERVED_SCOPES)
  scope?: DataScope;

  /** The card of the scope `card`, 1–64 printable characters; required there, and not looked at elsewhere. */
  @ValidateIf(({ scope }: DataDto) => scope === 'card')
  @TextLength(1, 64)
  @Printable()
  kami?: string;
}

/** POST /remote/data/:key */
export class WriteDataDto extends DataDto {
  @OneOf(DATA_ACTIONS)
  action!: DataAction;

  /** At most 64 KiB of UTF-8; may be empty. */
  @MaxBytes(VALUE_MAX_BYTES)
  value!: string;
}
