import { IntersectionType, PartialType, PickType } from '@nestjs/swagger';
import { DATA_SCOPES, type DataScope, RemoteData } from '@app/database';
import { LongText, Name, OneOf, Optional, RemoteName, TextLength } from '@app/platform';
import { NumberInQuery } from '../../api/from-query.js';
import { EditDto } from '../../crud/edit.dto.js';
import { RecordId } from '../../crud/filters.js';
import { DATA_FIELDS } from './data.resource.js';

export class RemoteDataDto extends PickType(RemoteData, DATA_FIELDS) {
  /** Name of the card that owns the value; null in the scope `app`. */
  card!: string | null;
}

export class CreateRemoteDataDto {
  @RecordId()
  applicationId!: number;

  /** Default: `app`. */
  @Optional()
  @OneOf(DATA_SCOPES)
  scope?: DataScope;

  /** The card that owns the value: required in the scope `card`, refused in the scope `app`. */
  @Optional()
  @Name(1, 64)
  card?: string;

  /**
   * 1–64 characters: letters and digits of any script, `_`, `.` and `-`. Unique among the values of the application or
   * card.
   */
  @RemoteName()
  key!: string;

  /** At most 64 KiB. */
  @LongText()
  value!: string;
}

/** Selects the remote data to measure. */
export class DataUsageQuery {
  @NumberInQuery()
  @RecordId()
  applicationId!: number;

  /**
   * The card whose data is measured. If omitted, the data shared by the whole application is measured (scope `app`).
   */
  @Optional()
  @TextLength(1, 64)
  card?: string;
}

/** Usage of remote data and its quota. */
export class DataUsageDto {
  /** @example 80 */
  keys!: number;

  /** Bytes of keys and values in UTF-8. */
  bytes!: number;

  /** Maximum number of keys. */
  maxKeys!: number;

  /** Maximum number of bytes. */
  maxBytes!: number;
}

/** The edit is refused with 409 if an administrator or a client has changed the value since it was read. */
export class EditRemoteDataDto extends IntersectionType(
  EditDto,
  PartialType(PickType(CreateRemoteDataDto, ['key', 'value']), { skipNullProperties: false }),
) {}
