import { expect, it } from '@jest/globals';
import { callLimits, definitionLimits } from './call-limits.ts';

const SERVER = { timeoutMs: 1000, memoryMb: 32 };

it.each([
  [null, null, 1000, 32],
  [50, 16, 50, 16],
  [5000, 256, 1000, 32],
])(
  'a function with the limits %s ms and %s MiB has %i ms and %i MiB',
  (time, memory, timeoutMs, memoryMb) => {
    expect(callLimits({ timeoutMs: time, memoryMb: memory }, SERVER)).toEqual({ timeoutMs, memoryMb });
  },
);

it.each([
  [null, 32],
  [16, 16],
  [256, 32],
])(
  'a source whose function has %s MiB is checked with %i MiB and the time of the server',
  (own, memoryMb) => {
    expect(definitionLimits({ memoryMb: own }, SERVER)).toEqual({ timeoutMs: 1000, memoryMb });
  },
);
