import { IntersectionType, PartialType, PickType } from '@nestjs/swagger';
import { DATA_SCOPES, type DataScope, RemoteData } from '@app/database';
import { LongText, Name, OneOf, Optional, RemoteName, TextLength } from '@app/platform';
import { NumberInQuery } from '../../api/from-query.js';
import { EditDto } from '../../crud/edit.dto.js';
import { RecordId } from '../../crud/filters.js';
import { DATA_FIELDS } from './data.resource.js';

export class RemoteDataDto extends PickType(RemoteData, DATA_FIELDS) {
  /** What the card of the scope `card` is called; null in the scope `app`. */
  card!: string | null;
}

export class CreateRemoteDataDto {
  @RecordId()
  applicationId!: number;

  /** `app` when left out. */
  @Optional()
  @OneOf(DATA_SCOPES)
  scope?: DataScope;

  /** The card it is kept for: needed in the scope `card`, refused in the scope `app`. */
  @Optional()
  @Name(1, 64)
  card?: string;

  /** 1–64 letters and digits of any script, `_`, `.` and `-`, unique within the application or within its card. */
  @RemoteName()
  key!: string;

  /** At most 64 KiB. */
  @LongText()
  value!: string;
}

/** Whose remote data to measure. */
export class DataUsageQuery {
  @NumberInQuery()
  @RecordId()
  applicationId!: number;

  /** The data of this card; left out: what the whole application shares (scope `app`). */
  @Optional()
  @TextLength(1, 64)
  card?: string;
}

/** Remote data in use, beside its quota. */
export class DataUsageDto {
  /** @example 80 */
  keys!: number;

  /** Bytes of keys and values in UTF-8. */
  bytes!: number;

  /** One more key is refused. */
  maxKeys!: number;

  /** One more byte is refused. */
  maxBytes!: number;
}

/** Clients write too: what they wrote since the value was read is a reason for 409 like any other change. */
export class EditRemoteDataDto extends IntersectionType(
  EditDto,
  PartialType(PickType(CreateRemoteDataDto, ['key', 'value']), { skipNullProperties: false }),
) {}
