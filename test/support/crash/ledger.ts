import { isDeepStrictEqual } from 'node:util';

/** What a server answered: the code of the client API (0: done), or the status of the admin API. */
export interface Reply {
  readonly code: number;
  readonly result: Readonly<Record<string, unknown>>;
}

/** A request, and what became of it. */
export interface Exchange {
  /** Epoch milliseconds. */
  readonly sentAt: number;
  /** When it was answered or lost, in epoch milliseconds. */
  readonly settledAt: number;
  /** Requests that were sent at once have the same; later ones have a greater one. */
  readonly batch: number;
  /** undefined: nobody knows whether it was done. */
  readonly reply: Reply | undefined;
  /** The server refused because it was too busy. */
  readonly isBusy?: boolean;
}

/** What a server may make of a request in one world: the answer, and how the world is then. */
export interface Outcome<W> {
  readonly code: number;
  readonly world: W;
}

/** What a request does, by the contract. No outcome: the answer that came cannot be. */
export type Rule<W> = (world: W, exchange: Exchange) => Outcome<W>[];

/** A request with its rule. */
export interface Entry<W> {
  readonly rule: Rule<W>;
  readonly exchange: Exchange;
}

/** More would mean that answers decide nothing. */
const MAX_WORLDS = 2000;

/**
 * Keeps every state that the server may be in by what it has answered. An answer rules worlds out; a request that was not
 * answered was done or was not, and leaves both. When no world is left, the server has broken its word.
 */
export class Ledger<W> {
  constructor(private worlds: readonly W[]) {}

  get possible(): readonly W[] {
    return this.worlds;
  }

  /**
   * Notes requests that were sent at once: they were done in any order.
   * @returns false when their answers cannot be; the ledger is left as it was
   */
  note(batch: readonly Entry<W>[]): boolean {
    const orders = permutations(batch);
    return this.replace(this.worlds.flatMap((world) => orders.flatMap((order) => inOrder(world, order))));
  }

  /**
   * Narrows the worlds to what was seen.
   * @param see the world with what was seen of it, or undefined when it cannot be this one
   * @returns false when it cannot be any; the ledger is left as it was
   */
  narrow(see: (world: W) => W | undefined): boolean {
    return this.replace(this.worlds.flatMap((world) => see(world) ?? []));
  }

  private replace(worlds: readonly W[]): boolean {
    if (worlds.length === 0) return false;
    const distinct: W[] = [];
    for (const world of worlds) {
      if (!distinct.some((other) => isDeepStrictEqual(other, world))) distinct.push(world);
    }
    if (distinct.length > MAX_WORLDS) throw new Error(`The ledger has ${distinct.length} worlds`);
    this.worlds = distinct;
    return true;
  }
}

function inOrder<W>(world: W, order: readonly Entry<W>[]): W[] {
  return order.reduce<W[]>((worlds, entry) => worlds.flatMap((each) => after(each, entry)), [world]);
}

function after<W>(world: W, { rule, exchange }: Entry<W>): W[] {
  const outcomes = rule(world, exchange);
  const { reply } = exchange;
  if (!reply) return [world, ...outcomes.map((outcome) => outcome.world)];
  return outcomes.filter(({ code }) => code === reply.code).map((outcome) => outcome.world);
}

function permutations<T>(values: readonly T[]): T[][] {
  if (values.length <= 1) return [[...values]];
  return values.flatMap((value, index) =>
    permutations(values.toSpliced(index, 1)).map((rest) => [value, ...rest]),
  );
}
