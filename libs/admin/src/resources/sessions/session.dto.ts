import { PickType } from '@nestjs/swagger';
import { Session } from '@app/database';
import { RecordId } from '../../crud/filters.js';
import { SESSION_FIELDS } from './session.resource.js';

export class ClientSessionDto extends PickType(Session, SESSION_FIELDS) {
  /** Name of the card or user, or device id of the trial; null if the holder was deleted. */
  holderName!: string | null;
}

export class KickApplicationDto {
  @RecordId()
  applicationId!: number;
}

export class KickedDto {
  /** Number of ended sessions. */
  ended!: number;
}
