import type { Address } from './redis-options.js';

/** A primary that serves slots of a Redis Cluster, as described by the node that replied to `CLUSTER NODES`. */
export interface SeenPrimary extends Address {
  readonly id: string;
  /** True if this primary itself sent the reply. */
  readonly isSelf: boolean;
  /** False if the node that sent the reply cannot reach this primary, or knows that other nodes cannot reach it. */
  readonly isUp: boolean;
  /** True if this primary serves the slot in question. A slot that is being moved still belongs to its old primary. */
  readonly servesSlot: boolean;
}

/**
 * Reads the reply to `CLUSTER NODES`.
 * @param byName true if clients connect to the host names that nodes announce, rather than to their IP addresses
 */
export function primariesIn(reply: string, slot: number, byName: boolean): SeenPrimary[] {
  return reply
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [id = '', address = '', flagList = '', , , , , , ...slots] = line.split(' ');
      const [, ip = '', port = '', name = ''] = /^(.*):(\d+)@\d+(?:,([^,]*))?/.exec(address) ?? [];
      const flags = flagList.split(',');
      // Slots that are being moved are in brackets.
      const ranges = slots.flatMap((text) => (text.startsWith('[') ? [] : [text.split('-').map(Number)]));
      if (!flags.includes('master') || ranges.length === 0) return [];
      return {
        id,
        host: byName && name !== '' ? name : ip,
        port: Number(port),
        isSelf: flags.includes('myself'),
        isUp: !flags.includes('fail') && !flags.includes('fail?'),
        servesSlot: ranges.some(([first, last = first]) => slot >= first! && slot <= last!),
      };
    });
}
