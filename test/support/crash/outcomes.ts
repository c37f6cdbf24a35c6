import { createHash } from 'node:crypto';
import type { Outcome, Rule } from './ledger.js';
import type { Holder, Kind, OpenSession, World } from './world.js';

export type WorldRule = Rule<World>;

/** Codes of the client API with the same meaning for cards and users. */
export const REFUSALS = {
  card: { unavailable: 10218, frozen: 10212, multiOpen: 10213 },
  user: { unavailable: 10243, frozen: 10252, multiOpen: 10253 },
};

export const refused = (world: World, code: number): Outcome<World>[] => [{ code, world }];
export const done = (world: World): Outcome<World>[] => [{ code: 0, world }];

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

export function isOpen(world: World, kind: Kind, hash: string): boolean {
  return world[kind].sessions.some((session) => session.hash === hash);
}

/** Ends the sessions that do not match. */
export function keepOpen(holder: Holder, filter: (session: OpenSession) => boolean): void {
  holder.sessions = holder.sessions.filter(filter);
}
