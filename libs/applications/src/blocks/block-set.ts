import type { Block, BlockKind } from '@app/database';
import { AddressBlocks } from './address-blocks.js';
import { NameBlocks } from './name-blocks.js';

export type BlockRule = Pick<Block, 'kind' | 'pattern' | 'expiresAt'>;

/** Kinds of blocks that match a name. */
export type NamedKind = Exclude<BlockKind, 'ip'>;

/** The blocks of one application, or the blocks that apply to all applications. */
export class BlockSet {
  readonly addresses = new AddressBlocks();
  private readonly names: Partial<Record<NamedKind, NameBlocks>> = {};

  add({ kind, pattern, expiresAt }: BlockRule): void {
    const until = expiresAt ?? Infinity;
    switch (kind) {
      case 'ip':
        return this.addresses.add(pattern, until);
      case 'device':
        return this.namesOf(kind).addExact(pattern, until);
      case 'card':
      case 'user':
        return this.namesOf(kind).addPattern(pattern, until);
    }
  }

  private namesOf(kind: NamedKind): NameBlocks {
    return (this.names[kind] ??= new NameBlocks());
  }

  /** @param now epoch milliseconds */
  has(kind: NamedKind, name: string, now: number): boolean {
    return this.names[kind]?.has(name, now) ?? false;
  }
}
