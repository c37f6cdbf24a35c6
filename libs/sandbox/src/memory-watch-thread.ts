/** Program of `MemoryWatch`'s thread. The thread sleeps while no call is watched. */
import { readFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { ACTIVE, CALL, ENDED, FIRST_SLOT, LIMIT_KIB, PID, SLOT_WORDS, UNCHANGED } from './memory-slots.ts';

/** Interval of checks in milliseconds. Within one interval a process can allocate about 10 MiB. */
const PERIOD_MS = 5;

const words = new Int32Array(workerData as SharedArrayBuffer);

for (;;) {
  Atomics.wait(words, ACTIVE, 0);
  for (let slot = FIRST_SLOT; slot < words.length; slot += SLOT_WORDS) look(slot);
  Atomics.wait(words, UNCHANGED, 0, PERIOD_MS);
}

function look(slot: number): void {
  const call = Atomics.load(words, slot + CALL);
  if (call === 0 || Atomics.load(words, slot + ENDED) === call) return;
  const [pid, limit] = [words[slot + PID]!, words[slot + LIMIT_KIB]!];
  // If another call has begun in the meantime, the measured memory may not be that of `call`.
  if (residentKib(pid) <= limit || Atomics.load(words, slot + CALL) !== call) return;
  Atomics.store(words, slot + ENDED, call);
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already exited.
  }
}

function residentKib(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
