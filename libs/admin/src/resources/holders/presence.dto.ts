import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMinSize } from 'class-validator';
import { IdList } from '../../crud/filters.js';
import { faultOptions } from '../../errors/field-faults.js';

export class PresenceQuery {
  /** 1–1000 ids, separated by commas. */
  @ApiProperty({ type: String, example: '1,2' })
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,10}(,\d{1,10})*$/.test(value) ? value.split(',').map(Number) : value,
  )
  @IdList()
  @ArrayMinSize(1, faultOptions('no_ids'))
  ids!: number[];
}

/** Devices and live sessions of a card or user, and the time of its latest heartbeat. */
export class PresenceDto {
  /** Id of the card or user. */
  id!: number;
  /** Number of bound devices. */
  devices!: number;
  /** Number of sessions whose next heartbeat would be accepted. */
  online!: number;
  /**
   * Time of the latest heartbeat among all open sessions and the 20 sessions that ended last, in epoch milliseconds;
   * `null` if there are no such sessions.
   */
  lastSeenAt!: number | null;
}
