import { IsOptional } from 'class-validator';

/** GET /remote/variables/:key */
export class VariableDto {
  /**
   * Card key, 1–64 printable characters without surrounding white space; required for variables with card
   * authentication or a required feature. Other variables ignore it. An empty value counts as omitted, since clients
   * without a card send an empty value.
   */
  @IsOptional()
  kami?: string;

  /** Alias of `kami`, used if `kami` is missing or empty. */
  @IsOptional()
  card?: string;

  /**
   * Device id of a trial, for variables that trials may read. Send it with `token` and without a card. Other variables
   * ignore it.
   */
  @IsOptional()
  device_id?: string;

  /** Session token of the trial. */
  @IsOptional()
  token?: string;

  get cardName(): string | undefined {
    return this.kami || this.card;
  }
}
