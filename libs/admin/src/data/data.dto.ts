import { IntersectionType, PartialType, PickType } from '@nestjs/swagger';
import { DATA_SCOPES, type DataScope, RemoteData } from '@app/database';
import { LongText, Name, OneOf, Optional, RemoteName } from '@app/platform';
import { EditDto } from '../records/edit.dto.js';
import { RecordId } from '../records/filters.js';
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

/** Clients write too: what they wrote since the value was read is a reason for 409 like any other change. */
export class EditRemoteDataDto extends IntersectionType(
  EditDto,
  PartialType(PickType(CreateRemoteDataDto, ['key', 'value']), { skipNullProperties: false }),
) {}
