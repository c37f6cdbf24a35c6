import { ApiProperty } from '@nestjs/swagger';

/** When a card or a user expires, as clients are told. */
export class Expiry {
  /**
   * `YYYY-MM-DD HH:mm:ss` in the application's time zone; `2099-12-31 23:59:59` when permanent.
   * @example "2027-01-31 18:30:00"
   */
  @ApiProperty()
  expires!: string;

  /**
   * The same in epoch seconds.
   * @example 1801391400
   */
  @ApiProperty({ type: 'integer' })
  expires_ts!: number;
}

/** What a heartbeat answers (contract: Endpoints, heartbeat of a card and of a user). */
export class HeartbeatResult extends Expiry {
  /**
   * Server time in epoch seconds.
   * @example 1798712999
   */
  @ApiProperty({ type: 'integer' })
  server_time!: number;
}

/** What a login answers (contract: Endpoints, login of a card and of a user). */
export class LoginResult extends HeartbeatResult {
  /**
   * Name of the card type.
   * @example Month
   */
  @ApiProperty()
  card_type!: string;

  /**
   * The session token for heartbeats, logout and unbinding: 20 characters of `A-Za-z0-9`.
   * @example 4fGh7Kq2ZsX9vB1nM0pL
   */
  @ApiProperty()
  token!: string;

  /** The configuration that clients keep on the card or user, JSON text; empty when never set. */
  @ApiProperty({ example: '{"level":1}' })
  config!: string;

  /**
   * Suggested seconds between heartbeats.
   * @example 600
   */
  @ApiProperty({ type: 'integer' })
  hg!: number;
}

/** What clients keep on a card or a user. */
export class ConfigResult {
  /** JSON text as it was stored; empty when never set. */
  @ApiProperty({ example: '{"level":1}' })
  config!: string;
}
