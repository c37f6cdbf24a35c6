import { Semaphore } from '@app/platform';

/**
 * Saves the latest heartbeats of sessions, by session id.
 * @returns ids of sessions whose heartbeat could not be saved yet
 */
export type SaveHeartbeats = (lastSeenAt: ReadonlyMap<number, number>) => Promise<readonly number[]>;

/** Heartbeats that this process accepted and has not saved yet. */
export class UnsavedHeartbeats {
  private unsaved = new Map<number, number>();
  /**
   * Heartbeats of the last save. They are kept after the save, since a reader may have read the database just before
   * they were saved.
   */
  private lastSave: ReadonlyMap<number, number> = new Map();
  private readonly saving = new Semaphore(1);
  private beingSaved = 0;

  /** Number of sessions with an unsaved heartbeat. */
  get size(): number {
    return this.unsaved.size + this.beingSaved;
  }

  /** Returns the latest heartbeat of a session, if a concurrent reader of the database may have missed it. */
  latest(sessionId: number): number | undefined {
    return this.unsaved.get(sessionId) ?? this.lastSave.get(sessionId);
  }

  /** @param at time of the heartbeat, later than all earlier heartbeats */
  note(sessionId: number, at: number): void {
    this.unsaved.set(sessionId, at);
  }

  /** Saves as described in `SessionCache.saveHeartbeats`. Calls run one after another. */
  save(save: SaveHeartbeats): Promise<void> {
    return this.saving.run(() => this.saveOnce(save));
  }

  private async saveOnce(save: SaveHeartbeats): Promise<void> {
    if (this.unsaved.size === 0) return;
    const taken = this.unsaved;
    this.lastSave = taken;
    this.unsaved = new Map();
    this.beingSaved = taken.size;
    let left: Iterable<number> = taken.keys();
    try {
      left = await save(taken);
    } finally {
      this.beingSaved = 0;
      // A later heartbeat may have arrived meanwhile.
      for (const id of left) if (!this.unsaved.has(id)) this.unsaved.set(id, taken.get(id)!);
    }
  }
}
