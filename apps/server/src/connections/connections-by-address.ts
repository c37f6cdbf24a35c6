import type { Socket } from 'node:net';
import { currentResponse } from './current-response.js';

/** Maximum number of connections that are examined to find an idle connection. */
const LOOKED_AT = 16;

/** The connections of one address, least recently used first. */
interface Group {
  readonly address: string;
  readonly sockets: Set<Socket>;
}

/**
 * Open connections by address. Groups are also indexed by size, to find the address with the most connections in
 * constant time.
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

  /** Removes a connection if it is known. */
  remove(socket: Socket): void {
    const group = this.groupOf.get(socket);
    if (!group) return;
    this.groupOf.delete(socket);
    this.resize(group, () => group.sockets.delete(socket));
    if (group.sockets.size === 0) this.groups.delete(group.address);
  }

  /** Records a request on the connection. */
  touch(socket: Socket): void {
    const sockets = this.groupOf.get(socket)?.sockets;
    if (sockets?.delete(socket)) sockets.add(socket);
  }

  /** Returns the address with the most connections, and its longest-idle connection. */
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
    // Group sizes change by one, so the largest size changes by at most one.
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
