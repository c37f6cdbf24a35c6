import { IsOptional, ValidateIf } from 'class-validator';
import { CardName, MaxBytes, OneOf, Reserved } from '@app/auth-signature';
import { DATA_SCOPES, type DataScope } from '@app/database';
import { LONG_TEXT_MAX_BYTES } from '@app/platform';

const RESERVED_SCOPES = ['user'];

const DATA_ACTIONS = ['create', 'update'] as const;
export type DataAction = (typeof DATA_ACTIONS)[number];

/** GET and DELETE /remote/data/:key */
export class DataDto {
  /** Whose data: `app` (when left out) or `card`; `user` is reserved. */
  @IsOptional()
  @OneOf(DATA_SCOPES)
  @Reserved(RESERVED_SCOPES)
  scope?: DataScope;

  /** The card of the scope `card`, 1–64 printable characters; required there, and not looked at elsewhere. */
  @ValidateIf(
    ({ scope, kami, card }: DataDto) => scope === 'card' && (kami !== undefined || card === undefined),
  )
  @CardName()
  kami?: string;

  /** Another name of `kami`, taken where that is missing. */
  @ValidateIf(
    ({ scope, kami, card }: DataDto) => scope === 'card' && kami === undefined && card !== undefined,
  )
  @CardName()
  card?: string;

  get cardName(): string | undefined {
    return this.kami ?? this.card;
  }
}

/** POST /remote/data/:key */
export class WriteDataDto extends DataDto {
  /** `create` a key that is not there yet (10522), or `update` one that is (10521). */
  @OneOf(DATA_ACTIONS)
  action!: DataAction;

  /** At most 64 KiB of UTF-8; may be empty. */
  @MaxBytes(LONG_TEXT_MAX_BYTES)
  value!: string;
}
