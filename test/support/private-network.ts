import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { findProgram } from '../../tools/find-program.js';
import type { Place } from '../../tools/private-server.js';

/** Where `ip netns` keeps the names of namespaces. */
const NAMED = '/run/netns';
const NAMESPACE = /^latchkey-(\d+)-/;
/** The name of this machine in the network, on which the test itself runs. */
export const TEST = 'test';
/** A hardware address that nobody has: frames to it are lost without an answer, as on a cut cable. */
const NOBODY = '02:00:00:00:00:00';

type Link = readonly [string, string];

/**
 * A network of namespaces on this machine, joined by a bridge. Each name has an address of its own, and the link
 * between any two of them can be cut: packets vanish, and neither side gets an error.
 */
export class PrivateNetwork {
  private readonly places = new Map<string, Place>();
  private readonly cuts = new Set<string>();

  private constructor(
    private readonly bridge: string,
    private readonly subnet: string,
    names: readonly string[],
  ) {
    this.places.set(TEST, { host: this.address(0), command: (program, args) => [program, ...args] });
    for (const [index, name] of names.entries()) {
      const command = ['ip', 'netns', 'exec', namespaceOf(name)] as const;
      this.places.set(name, {
        host: this.address(index + 1),
        command: (program, args) => [...command, program, ...args],
      });
    }
  }

  /** Creates the network; `undefined` if this account or machine cannot create namespaces. */
  static create(names: readonly string[]): PrivateNetwork | undefined {
    if (!canCreateNamespaces()) return undefined;
    removeLeftovers();
    const network = new PrivateNetwork(`lk${process.pid}`, freeSubnet(), names);
    try {
      network.open();
    } catch (error) {
      network.remove();
      throw error;
    }
    return network;
  }

  place(name: string): Place {
    return this.places.get(name)!;
  }

  /** Cuts the link of each part to each of the others, in both directions. */
  cut(parts: readonly string[], from: readonly string[]): void {
    for (const [one, other] of pairs(parts, from)) {
      this.cuts.add([one, other].toSorted().join());
      this.misdirect(one, other);
      this.misdirect(other, one);
    }
  }

  /** Mends all links. */
  mend(): void {
    for (const link of this.cuts) {
      const [one, other] = link.split(',') as [string, string];
      this.direct(one, other);
      this.direct(other, one);
    }
    this.cuts.clear();
  }

  /** Returns all names except the given ones and `TEST`. */
  others(...names: string[]): string[] {
    return [...this.places.keys()].filter((name) => name !== TEST && !names.includes(name));
  }

  /** Removes the namespaces. Kills what still runs in them. */
  remove(): void {
    for (const name of this.others()) removeNamespace(namespaceOf(name));
    attempt(['link', 'del', this.bridge]);
  }

  private open(): void {
    const { bridge } = this;
    ip(['link', 'add', bridge, 'type', 'bridge']);
    ip(['addr', 'add', `${this.address(0)}/24`, 'dev', bridge]);
    ip(['link', 'set', bridge, 'up']);
    for (const [index, name] of this.others().entries()) {
      const namespace = namespaceOf(name);
      const veth = `${bridge}-${index + 1}`;
      ip(['netns', 'add', namespace]);
      ip(['link', 'add', veth, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace]);
      ip(['link', 'set', veth, 'master', bridge, 'up']);
      ip(['-n', namespace, 'addr', 'add', `${this.place(name).host}/24`, 'dev', 'eth0']);
      for (const device of ['lo', 'eth0']) ip(['-n', namespace, 'link', 'set', device, 'up']);
    }
  }

  private address(index: number): string {
    return `${this.subnet}.${index + 1}`;
  }

  private misdirect(from: string, to: string): void {
    const { host } = this.place(to);
    this.neighbour(from, ['replace', host, 'lladdr', NOBODY, 'nud', 'permanent']);
  }

  private direct(from: string, to: string): void {
    this.neighbour(from, ['del', this.place(to).host]);
  }

  private neighbour(of: string, args: string[]): void {
    if (of === TEST) ip(['neigh', ...args, 'dev', this.bridge]);
    else ip(['-n', namespaceOf(of), 'neigh', ...args, 'dev', 'eth0']);
  }
}

function pairs(some: readonly string[], others: readonly string[]): Link[] {
  return some.flatMap((one) => others.filter((other) => other !== one).map((other): Link => [one, other]));
}

function namespaceOf(name: string): string {
  return `latchkey-${process.pid}-${name}`;
}

/** True if this account may create namespaces here. A container may have root without this right. */
export function canCreateNamespaces(): boolean {
  if (!findProgram('ip') || process.getuid?.() !== 0) return false;
  const probe = namespaceOf('probe');
  removeNamespace(probe);
  return attempt(['netns', 'add', probe]) && attempt(['netns', 'del', probe]);
}

/** Removes networks of runs that were killed. */
function removeLeftovers(): void {
  const names = existsSync(NAMED) ? readdirSync(NAMED) : [];
  for (const name of names) {
    const [, pid] = NAMESPACE.exec(name) ?? [];
    if (pid === undefined || (existsSync(`/proc/${pid}`) && pid !== String(process.pid))) continue;
    removeNamespace(name);
    attempt(['link', 'del', `lk${pid}`]);
  }
}

/** Kills the processes of a namespace that belongs to this test, and removes it. */
function removeNamespace(name: string): void {
  if (!existsSync(`${NAMED}/${name}`)) return;
  for (const pid of ip(['netns', 'pids', name]).split('\n').filter(Boolean)) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }
  attempt(['netns', 'del', name]);
}

/** Returns the first three numbers of an IPv4 network of private addresses that this machine does not use. */
function freeSubnet(): string {
  const used = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  for (;;) {
    const subnet = `10.${randomInt(200, 250)}.${randomInt(256)}`;
    if (!used.some(({ address }) => address.startsWith(`${subnet}.`))) return subnet;
  }
}

function attempt(args: readonly string[]): boolean {
  try {
    ip(args);
    return true;
  } catch {
    return false;
  }
}

function ip(args: readonly string[]): string {
  return execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
