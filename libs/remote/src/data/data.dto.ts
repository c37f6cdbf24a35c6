import { IsOptional, ValidateIf } from 'class-validator';
import { CardName, MaxBytes, OneOf, Reserved } from '@app/auth-signature';
import { DATA_SCOPES, type DataScope } from '@app/database';
import { LONG_TEXT_MAX_BYTES } from '@app/platform';

const RESERVED_SCOPES = ['user'];

const DATA_ACTIONS = ['create', 'update'] as const;
export type DataAction = (typeof DATA_ACTIONS)[number];

/** GET and DELETE /remote/data/:key */
export class DataDto {
  /** Scope of the data: `app` (default) or `card`; `user` is reserved. */
  @IsOptional()
  @OneOf(DATA_SCOPES)
  @Reserved(RESERVED_SCOPES)
  scope?: DataScope;

  /** Card key, 1–64 printable characters; required for the scope `card`, ignored otherwise. */
  @ValidateIf(({ scope, kami, card }: DataDto) => scope === 'card' && (Boolean(kami) || card === undefined))
  @CardName()
  kami?: string;

  /** Alias of `kami`, used if `kami` is missing or empty. */
  @ValidateIf(({ scope, kami, card }: DataDto) => scope === 'card' && !kami && card !== undefined)
  @CardName()
  card?: string;

  get cardName(): string | undefined {
    return this.kami || this.card;
  }
}

/** POST /remote/data/:key */
export class WriteDataDto extends DataDto {
  /** `create` for a new key (10522 if the key exists), `update` for an existing key (10521 if it does not exist). */
  @OneOf(DATA_ACTIONS)
  action!: DataAction;

  /** Value, at most 64 KiB of UTF-8; may be empty. */
  @MaxBytes(LONG_TEXT_MAX_BYTES)
  value!: string;
}
