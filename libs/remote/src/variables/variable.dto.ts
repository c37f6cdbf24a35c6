import { ValidateIf } from 'class-validator';
import { CardName } from '@app/auth-signature';

/** GET /remote/variables/:key */
export class VariableDto {
  /**
   * Card key, 1–64 printable characters without surrounding white space; required for variables with card
   * authentication. Empty counts as omitted, since clients without a card send it empty.
   */
  @ValidateIf(({ kami }: VariableDto) => Boolean(kami))
  @CardName()
  kami?: string;

  /** Alias of `kami`, used when that is missing or empty. */
  @ValidateIf(({ kami, card }: VariableDto) => !kami && Boolean(card))
  @CardName()
  card?: string;

  get cardName(): string | undefined {
    return this.kami || this.card;
  }
}
