import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '../config/load-config.js';
import { LimitMetrics } from '../metrics/limit-metrics.js';
import { ServiceUnavailableError } from '../service-unavailable-error.js';
import { HashCost, hashPassword } from './password-hash.js';
import { PasswordWork } from './password-work.js';

const PARTY = ['any'];

function make(waiting: number) {
  const figures = new LimitMetrics();
  const config = loadConfig({ LIMIT_WAITING_PASSWORDS: String(waiting) });
  const work = new PasswordWork(config, figures, new HashCost());
  return { work, refused: () => figures.refusals.get('waiting_passwords') };
}

describe('PasswordWork', () => {
  it('hashes and compares like hashPassword and verifyPassword', async () => {
    const { work } = make(0);
    const hash = await work.hash(PARTY, 'a password');
    expect([await work.verify(PARTY, 'a password', hash), await work.verify(PARTY, 'another', hash)]).toEqual(
      [true, false],
    );
    expect(await work.verify(PARTY, 'a password', null)).toBe(false);
  });

  it('immediately refuses waiters beyond the limit, and continues when the others are done', async () => {
    const { work, refused } = make(2);
    const hash = await hashPassword('a password');
    const many = await Promise.allSettled(
      Array.from({ length: 20 }, () => work.verify(PARTY, 'a password', hash)),
    );
    const done = many.filter(({ status }) => status === 'fulfilled').length;
    expect(done).toBeGreaterThanOrEqual(3);
    expect(done).toBeLessThanOrEqual(5);
    for (const each of many)
      if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(ServiceUnavailableError);
    expect(refused()).toBe(20 - done);
    expect(work.waiting).toBe(0);
    expect(await work.verify(PARTY, 'a password', hash)).toBe(true);
  });

  it('continues after failed work', async () => {
    const { work } = make(1);
    for (let i = 0; i < 10; i++)
      await expect(work.verify(PARTY, 'a password', 'no hash')).rejects.toThrow('argon2id');
    expect(await work.verify(PARTY, 'a password', null)).toBe(false);
  });
});
