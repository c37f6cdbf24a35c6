import type { Socket } from 'node:net';
import { currentResponse } from './current-response.js';

/** Of the address that has to give up a connection, so many are looked at for one that is not being answered. */
const LOOKED_AT = 16;

/** The connections of one address, the one used longest ago first. */
interface Group {
  readonly address: string;
  readonly sockets: Set<Socket>;
}

/**
 * Open connections by their address. Groups are kept by size as well, so that the address with the most connections is
 * found in the same time however many there are.
 */
export class ConnectionsByAddress {
  private readonly groups = new Map<string, Group>();
  private readonly groupOf = new Map<Socket, Group>();
  private readonly bySize = new Map<number, Set<Group>>();
  private largestSize = 0;

  add(socket: Socket, address: string): void {
    let group = this.groups.get(address);
    if (!group) this.groups.set(address, (group = { address, sockets: new Set() }));
    this.resize(group, () => group.sockets.add(socket));
    this.groupOf.set(socket, group);
    socket.once('close', () => this.remove(socket));
  }

  /** Does nothing for a connection that is not here. */
  remove(socket: Socket): void {
    const group = this.groupOf.get(socket);
    if (!group) return;
    this.groupOf.delete(socket);
    this.resize(group, () => group.sockets.delete(socket));
    if (group.sockets.size === 0) this.groups.delete(group.address);
  }

  /** Notes that a request has come on the connection. */
  touch(socket: Socket): void {
    const sockets = this.groupOf.get(socket)?.sockets;
    if (sockets?.delete(socket)) sockets.add(socket);
  }

  /** The address with the most connections, and the one that it can best do without: the longest idle. */
  mostCrowded(): { address: string; size: number; longestIdle: Socket } | undefined {
    const [group] = this.bySize.get(this.largestSize) ?? [];
    if (!group) return undefined;
    const [oldest] = group.sockets;
    return {
      address: group.address,
      size: group.sockets.size,
      longestIdle: firstIdle(group.sockets) ?? oldest!,
    };
  }

  private resize(group: Group, change: () => void): void {
    const before = group.sockets.size;
    change();
    const after = group.sockets.size;
    const others = this.bySize.get(before);
    others?.delete(group);
    if (others?.size === 0) this.bySize.delete(before);
    if (after > 0) this.bySize.set(after, (this.bySize.get(after) ?? new Set()).add(group));
    // It changes by one, so that the largest size does too.
    if (after > this.largestSize || !this.bySize.has(this.largestSize)) this.largestSize = after;
  }
}

function firstIdle(sockets: Iterable<Socket>): Socket | undefined {
  let looked = 0;
  for (const socket of sockets) {
    if (!currentResponse(socket)) return socket;
    if (++looked === LOOKED_AT) return undefined;
  }
  return undefined;
}
