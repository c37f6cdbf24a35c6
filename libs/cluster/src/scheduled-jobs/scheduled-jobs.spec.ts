import { describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { Test } from '@nestjs/testing';
import { once, EventEmitter } from 'node:events';
import { Clock } from '@app/platform';
import { Leader } from '../leader.js';
import { ScheduledJob } from './scheduled-job.decorator.js';
import { ScheduledJobs } from './scheduled-jobs.js';

@Injectable()
class Work {
  readonly starts = new EventEmitter();
  readonly slow = Promise.withResolvers<void>();
  readonly count = { slow: 0, quick: 0, common: 0 };

  @ScheduledJob({ name: 'slow', everyMs: 1, failure: 'Slow' })
  async runSlow(): Promise<void> {
    this.count.slow += 1;
    await this.slow.promise;
  }

  @ScheduledJob({ name: 'quick', everyMs: 1, failure: 'Quick' })
  async runQuick(): Promise<void> {
    this.count.quick += 1;
    this.starts.emit('quick');
  }

  @ScheduledJob({ name: 'common', everyMs: 1, failure: 'Common', leaderOnly: true })
  async runCommon(): Promise<void> {
    this.count.common += 1;
    this.starts.emit('common');
  }
}

describe('ScheduledJobs', () => {
  const leader = { isLeader: false };

  async function start() {
    leader.isLeader = false;
    const module = await Test.createTestingModule({
      imports: [DiscoveryModule, ScheduleModule.forRoot()],
      providers: [
        Work,
        ScheduledJobs,
        { provide: Leader, useValue: leader },
        { provide: Clock, useValue: { now: () => 0 } },
      ],
    }).compile();
    await module.init();
    const work = module.get(Work);
    const aWhile = async () => {
      for (let i = 0; i < 5; i += 1) await once(work.starts, 'quick');
    };
    return { module, work, aWhile };
  }

  it('starts no run of a job while another is under way', async () => {
    const { module, work, aWhile } = await start();
    await aWhile();
    expect(work.count.slow).toBe(1);
    work.slow.resolve();
    await aWhile();
    expect(work.count.slow).toBeGreaterThan(1);
    await module.close();
  });

  it('leaves jobs with leaderOnly to the leader', async () => {
    const { module, work, aWhile } = await start();
    await aWhile();
    expect(work.count.common).toBe(0);
    leader.isLeader = true;
    await once(work.starts, 'common');
    await module.close();
  });

  it('runs a job on demand without being the leader, and lists only jobs that have run', async () => {
    const { module, work } = await start();
    const jobs = module.get(ScheduledJobs);
    const names = () => jobs.metrics()[0]!.samples.map(({ labels }) => labels!['name']);
    expect(names()).not.toContain('common');
    await jobs.run('common');
    expect(work.count.common).toBe(1);
    expect(names()).toContain('common');
    await module.close();
  });
});
