import { isDeepStrictEqual } from 'node:util';

/** A server's response: the code of the client API (0 for success), or the status of the admin API. */
export interface Reply {
  readonly code: number;
  readonly result: Readonly<Record<string, unknown>>;
}

/** A request and its outcome. */
export interface Exchange {
  /** Epoch milliseconds. */
  readonly sentAt: number;
  /** Time of the response, or of the lost connection, in epoch milliseconds. */
  readonly settledAt: number;
  /** Number of the batch. Requests sent together share a number; later requests have higher numbers. */
  readonly batch: number;
  /** The response; `undefined` if it is unknown whether the request was executed. */
  readonly reply: Reply | undefined;
  /** True when the server refused because it was too busy. */
  readonly isBusy?: boolean;
}

/** A possible result of a request in a world: the response, and the world afterwards. */
export interface Outcome<W> {
  readonly code: number;
  readonly world: W;
}

/**
 * Returns the possible outcomes of a request according to the contract. An empty list means that the response is
 * impossible in this world.
 */
export type Rule<W> = (world: W, exchange: Exchange) => Outcome<W>[];

/** A request with its rule. */
export interface Entry<W> {
  readonly rule: Rule<W>;
  readonly exchange: Exchange;
}

/** Maximum number of worlds. With more worlds, responses would hardly exclude any. */
const MAX_WORLDS = 2000;

/**
 * Keeps all states (worlds) that are consistent with the server's responses. A response excludes worlds. For an
 * unanswered request both worlds remain, with and without its effect. If no world remains, the server has violated the
 * contract.
 */
export class Ledger<W> {
  constructor(private worlds: readonly W[]) {}

  get possible(): readonly W[] {
    return this.worlds;
  }

  /**
   * Records requests that were sent at the same time and executed in any order.
   * @returns false if the responses are impossible; the ledger is then unchanged
   */
  note(batch: readonly Entry<W>[]): boolean {
    const orders = permutations(batch);
    return this.replace(this.worlds.flatMap((world) => orders.flatMap((order) => inOrder(world, order))));
  }

  /**
   * Narrows the worlds to those consistent with an observation.
   * @param see returns the world completed by the observation, or `undefined` if the observation contradicts the world
   * @returns false if no world is consistent; the ledger is then unchanged
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
