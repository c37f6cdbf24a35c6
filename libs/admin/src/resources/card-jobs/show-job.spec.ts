import { describe, expect, it } from '@jest/globals';
import type { CardJob } from '@app/database';
import { problem } from '../../errors/problem.js';
import { showJob, storedFailure } from './show-job.js';

const job = { kind: 'import', status: 'failed', input: '{}', result: null } as CardJob;

describe('showJob', () => {
  it('has the reason of a failed job, as message and code', () => {
    const failure = problem('invalid_lines', { lines: 2 });
    expect(showJob({ ...job, error: storedFailure(failure) })).toMatchObject({
      error: '2 lines are invalid; nothing was imported',
      failure,
    });
    expect(showJob({ ...job, error: null })).toMatchObject({ error: null, failure: null });
  });

  it('shows the message of a job that an earlier server version stored without a code', () => {
    const error = 'The server stopped before the job was done; nothing was changed';
    expect(showJob({ ...job, error })).toMatchObject({ error, failure: null });
  });
});
