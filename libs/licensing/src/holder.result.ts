import { ApiProperty } from '@nestjs/swagger';

/** Expiry of a card or a user, as returned to clients. */
export class Expiry {
  /**
   * `YYYY-MM-DD HH:mm:ss` in the application's time zone; `2099-12-31 23:59:59` if permanent.
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

  /** Uses left, if the card or user is counted; otherwise absent. */
  @ApiProperty({ type: 'integer', example: 97 })
  uses_left?: number;
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
   * Session token for all requests that require a login: 20 characters of `A-Za-z0-9`.
   * @example 4fGh7Kq2ZsX9vB1nM0pL
   */
  @ApiProperty()
  token!: string;

  /**
   * Custom configuration that clients stored on the card or user, as JSON text; empty if there is none. In an
   * application with `compat`, it may be any text.
   */
  @ApiProperty({ example: '{"level":1}' })
  config!: string;

  /**
   * Suggested interval between heartbeats, in seconds.
   * @example 600
   */
  @ApiProperty({ type: 'integer' })
  hg!: number;

  /**
   * Features of the card or user: JSON text of an object whose values are texts, numbers and booleans, at most 4 KiB.
   * Absent when there are none.
   */
  @ApiProperty({ example: '{"export":true,"seats":3}' })
  features?: string;
}

/** Response of a consumption of uses. */
export class ConsumeResult {
  /**
   * Uses left when this request was first answered.
   * @example 97
   */
  @ApiProperty({ type: 'integer' })
  uses_left!: number;

  /**
   * Uses in total, or per day or month if they are refilled every day or month.
   * @example 100
   */
  @ApiProperty({ type: 'integer' })
  uses_total!: number;

  /**
   * Time of the next refill, in epoch seconds; absent when there is none.
   * @example 1798732800
   */
  @ApiProperty({ type: 'integer' })
  resets_ts?: number;

  /**
   * Current server time in epoch seconds, even in the answer to a repeated request.
   * @example 1798712999
   */
  @ApiProperty({ type: 'integer' })
  server_time!: number;
}

/** Response of a request for an offline ticket. */
export class TicketResult {
  /** The ticket: a compact JWS of about 600 characters, or up to 6,000 if there are many features. */
  @ApiProperty({ example: 'eyJhbGciOiJFZERTQSIsImtpZCI6…' })
  ticket!: string;

  /**
   * Time until which the ticket is valid, in epoch seconds.
   * @example 1801391400
   */
  @ApiProperty({ type: 'integer' })
  ticket_expires_ts!: number;
}

/** Custom configuration of a card or a user. */
export class ConfigResult {
  /** JSON text as stored; empty if there is none. In an application with `compat`, it may be any text. */
  @ApiProperty({ example: '{"level":1}' })
  config!: string;
}
