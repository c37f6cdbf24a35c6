import type { Block, BlockKind } from '@app/database';
import type { Parameters } from '../parameters/read-parameters.js';
import { AddressBlocks } from './address-blocks.js';
import { NameBlocks } from './name-blocks.js';

export type BlockRule = Pick<Block, 'kind' | 'pattern' | 'expiresAt'>;

/** The parameters that name what a kind of block is about. */
const NAMED_BY = {
  card: ['card', 'use_card', 'kami'],
  user: ['username', 'user'],
  device: ['device_id'],
} as const satisfies Record<Exclude<BlockKind, 'ip'>, readonly string[]>;

const NAMED_KINDS = Object.keys(NAMED_BY) as (keyof typeof NAMED_BY)[];

/** The blocks of one application, or those of all. */
export class BlockSet {
  readonly addresses = new AddressBlocks();
  private readonly names: Partial<Record<keyof typeof NAMED_BY, NameBlocks>> = {};

  add({ kind, pattern, expiresAt }: BlockRule): void {
    const until = expiresAt ?? Infinity;
    if (kind === 'ip') return this.addresses.add(pattern, until);
    const names = (this.names[kind] ??= new NameBlocks());
    if (kind === 'device') names.addExact(pattern, until);
    else names.addPattern(pattern, until);
  }

  hasDevice(deviceId: string, now: number): boolean {
    return this.names.device?.has(deviceId, now) ?? false;
  }

  /** Whether the parameters name a card, user or device that is blocked. */
  hasNameIn(parameters: Parameters, now: number): boolean {
    return NAMED_KINDS.some((kind) => {
      const names = this.names[kind];
      return (
        names !== undefined &&
        NAMED_BY[kind].some((parameter) => hasName(names, parameters.get(parameter), now))
      );
    });
  }
}

/** An empty parameter names nobody: clients without a card send `kami` so. */
function hasName(names: NameBlocks, name: string | undefined, now: number): boolean {
  return Boolean(name) && names.has(name!, now);
}
