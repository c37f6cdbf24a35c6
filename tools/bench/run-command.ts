import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Environment, main } from './server.ts';

const POLL_MS = 50;

/** Runs a `latchkey` command. Returns its output, duration and maximum resident memory (0 without `/proc`). */
export async function runCommand(env: Environment, ...args: string[]) {
  const started = performance.now();
  const child = spawn(process.execPath, [main('cli'), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  let peakKb = 0;
  child.stdout.on('data', (chunk) => (said += chunk));
  const polling = setInterval(() => {
    peakKb = Math.max(peakKb, peakKbOf(child.pid!));
  }, POLL_MS);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(polling);
  if (code !== 0) throw new Error(`latchkey ${args[0]} ended with exit code ${code}`);
  const seconds = Number(((performance.now() - started) / 1000).toFixed(1));
  return { said, seconds, peakMb: Math.round(peakKb / 1000) };
}

function peakKbOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
