import { ValidateIf } from 'class-validator';
import { CardName } from '@app/auth-signature';

/** GET /remote/variables/:key */
export class VariableDto {
  /**
   * The card, 1–64 printable characters without white space around them; needed for variables with card
   * authentication. Empty is the same as left out, since clients that have no card send it that way.
   */
  @ValidateIf(({ kami }: VariableDto) => Boolean(kami))
  @CardName()
  kami?: string;

  /** Another name of `kami`, taken where that is missing or empty. */
  @ValidateIf(({ kami, card }: VariableDto) => !kami && Boolean(card))
  @CardName()
  card?: string;

  get cardName(): string | undefined {
    return this.kami || this.card;
  }
}
