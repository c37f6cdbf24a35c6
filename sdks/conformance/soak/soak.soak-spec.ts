import { expect, it } from '@jest/globals';
import { SDKS } from '../sdks.js';
import { describeSoak, soak, type SoakPlan } from './soak.js';

const MINUTES = Number(process.env.TEST_SOAK_MINUTES ?? 60);
/** The last step and the end of the run. */
const REST_MS = 600_000;

/** The session keepers of all SDKs, for long, at a server that is never left alone. */
it(
  `the keepers of ${SDKS.map(({ language }) => language).join(', ')} are right for ${MINUTES} minutes`,
  async () => {
    const say = (line: string) => process.stdout.write(`${line}\n`);
    const plan: SoakPlan = {
      settings: { hg: 2, timeoutSec: 3, graceSec: 20 },
      seed: process.env.TEST_SOAK_SEED ?? '1',
      minutes: MINUTES,
      say,
    };
    const result = await soak(SDKS, plan);
    for (const { faults } of result.keepers) for (const fault of faults) say(fault);
    say(describeSoak(result, plan));
    expect(result.keepers.flatMap(({ faults }) => faults)).toEqual([]);
  },
  MINUTES * 60_000 + REST_MS,
);
