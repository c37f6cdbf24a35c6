import type { Ledger } from './ledger.js';
import type { Choice, KnownToken } from './operation.js';
import type { World } from './world.js';

/** Maximum number of ended tokens that are kept. */
const MAX_TOKENS = 60;
/** Number of the latest used-up items to choose from. */
const LATEST = 4;

/** The session tokens and spare cards of a customer. */
export class Wallet {
  /** Tokens, latest last. */
  private readonly tokens: KnownToken[] = [];

  constructor(
    private readonly ledger: Ledger<World>,
    private readonly spares: string[],
  ) {}

  remember(token: KnownToken): void {
    this.tokens.push(token);
    this.tokens.splice(0, this.tokens.length - MAX_TOKENS);
  }

  /** Returns the tokens whose sessions may be open, and those whose sessions have certainly ended. */
  sorted(): { open: KnownToken[]; ended: KnownToken[] } {
    const { open = [], ended = [] } = Object.groupBy(this.tokens, (token) => this.stateOf(token));
    return { open, ended };
  }

  /** Returns a token, or `undefined` if there is none of this kind. */
  token({ kind, which, usedUp }: Choice): KnownToken | undefined {
    const all = this.tokens.filter((token) => token.kind === kind);
    const open = all.filter((token) => this.stateOf(token) === 'open');
    const tokens = usedUp || open.length === 0 ? all.slice(-LATEST) : open;
    return tokens[which % tokens.length];
  }

  spare({ which, usedUp }: Choice): string {
    const spent = Object.keys(this.ledger.possible[0]!.spent);
    const unspent = this.unspent();
    return unspent === undefined || (usedUp && spent.length > 0) ? spent[which % spent.length]! : unspent;
  }

  /** Removes a spare card from the wallet, to use it as the customer's card. */
  takeCard(): string | undefined {
    const card = this.unspent();
    if (card !== undefined) this.spares.splice(this.spares.indexOf(card), 1);
    return card;
  }

  /** Returns a spare card that is certainly not consumed. */
  private unspent(): string | undefined {
    return this.spares.find((spare) => this.ledger.possible.every(({ spent }) => !(spare in spent)));
  }

  private stateOf({ kind, hash }: KnownToken): 'open' | 'ended' {
    const isOpen = this.ledger.possible.some((world) =>
      world[kind].sessions.some((session) => session.hash === hash),
    );
    return isOpen ? 'open' : 'ended';
  }
}
