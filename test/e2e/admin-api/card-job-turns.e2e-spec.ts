import { describe, expect, it } from '@jest/globals';
import { AdminClient } from '../../support/admin-client.js';
import { CardJobs } from '../../support/card-jobs.js';
import { TestServer } from '../../support/test-server.js';

/** Number of cards. Generating them takes longer than submitting all jobs. */
const COUNT = 5000;

describe('card jobs of several applications', () => {
  const server = TestServer.forSuite();
  const admin = AdminClient.forSuite(server);

  it('take turns: the jobs of one application leave places for others', async () => {
    const greedy = await CardJobs.create(server, admin);
    const others = [await CardJobs.create(server, admin), await CardJobs.create(server, admin)];
    const flood = Array.from({ length: 30 }, () => greedy.generate({ count: COUNT }));
    const theirs = others.flatMap((jobs) => [1, 2].map(() => jobs.ended(jobs.generate({ count: 1 }))));
    expect((await Promise.all(theirs)).map(({ status }) => status)).toEqual(Array(4).fill('done'));
    const answers = await Promise.all(flood);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.length).toBeGreaterThanOrEqual(15);
    for (const { status, body } of refused) {
      expect(status).toBe(429);
      expect(body).toMatchObject({ message: expect.stringContaining('jobs are already waiting') });
    }
    for (const answer of answers) if (answer.status === 201) await greedy.ended(answer);

    // Each job of another application waits for the job that is already running, and for at most one more job of the
    // flooding application.
    const made = await Promise.all(others.map((jobs) => jobs.cards()));
    const last = Math.max(...made.flat().map(({ id }) => id));
    const all = await greedy.cards();
    expect(all.filter(({ id }) => id < last).length).toBeLessThan(all.length / 2);
  });
});
