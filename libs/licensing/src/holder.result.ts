import { ApiProperty } from '@nestjs/swagger';

/** Expiry of a card or a user, as returned to clients. */
export class Expiry {
  /**
   * `YYYY-MM-DD HH:mm:ss` in the application's time zone; `2099-12-31 23:59:59` when permanent.
   * @example "2027-01-31 18:30:00"
   */
  @ApiProperty()
  expires!: string;

  /**
   * The expiry in epoch seconds.
   * @example 1801391400
   */
  @ApiProperty({ type: 'integer' })
  expires_ts!: number;
}

/** Response of a heartbeat (contract: Endpoints, heartbeat of a card and of a user). */
export class HeartbeatResult extends Expiry {
  /**
   * Server time in epoch seconds.
   * @example 1798712999
   */
  @ApiProperty({ type: 'integer' })
  server_time!: number;
}

/** Response of a login (contract: Endpoints, login of a card and of a user). */
export class LoginResult extends HeartbeatResult {
  /**
   * Name of the card type.
   * @example Month
   */
  @ApiProperty()
  card_type!: string;

  /**
   * Session token for heartbeats, logout and unbinding: 20 characters of `A-Za-z0-9`.
   * @example 4fGh7Kq2ZsX9vB1nM0pL
   */
  @ApiProperty()
  token!: string;

  /** Custom configuration stored by clients on the card or user, JSON text; empty when never set. */
  @ApiProperty({ example: '{"level":1}' })
  config!: string;

  /**
   * Suggested interval between heartbeats, in seconds.
   * @example 600
   */
  @ApiProperty({ type: 'integer' })
  hg!: number;
}

/** Custom configuration of a card or a user. */
export class ConfigResult {
  /** JSON text as stored; empty when never set. */
  @ApiProperty({ example: '{"level":1}' })
  config!: string;
}
