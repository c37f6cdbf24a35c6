import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CardJob } from '@app/database';
import type { Actor } from '../../access/actor.js';
import { LiveJob } from './live-job.js';

const ACTOR = { ip: '192.0.2.1' } as Actor;

describe('LiveJob', () => {
  let job: LiveJob;
  beforeEach(() => {
    job = new LiveJob({ id: 1, progress: 0 } as CardJob, ACTOR, async () => ({ result: {} }));
  });

  it('is stopped by the first request', () => {
    expect(job.stop({ by: ACTOR })).toBe(true);
    expect(job.stop('server stops')).toBe(false);
    expect(job.stopped).toEqual({ by: ACTOR });
  });

  it('is not completed when it has been stopped', () => {
    job.stop({ by: ACTOR });
    expect(job.complete()).toBe(false);
  });

  it('is not stopped when it is being completed', () => {
    expect(job.complete()).toBe(true);
    expect(job.stop({ by: ACTOR })).toBe(false);
    expect(job.stopped).toBeUndefined();
  });

  it('can be stopped again when it starts over', () => {
    job.complete();
    job.row.progress = 500;
    job.restart();
    expect(job.row.progress).toBe(0);
    expect(job.stop('server stops')).toBe(true);
    // A restart does not clear the request to stop.
    job.restart();
    expect(job.complete()).toBe(false);
  });

  it('can be waited for until it is settled or a time limit has passed', async () => {
    await job.settledWithin(1);
    let settled = false;
    const waiting = job.settledWithin(60_000).then(() => (settled = true));
    expect(settled).toBe(false);
    job.settle();
    await waiting;
    expect(settled).toBe(true);
  });
});
