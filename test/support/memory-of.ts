import { join } from 'node:path';
import { eventually, type ServerProcess } from './server-process.js';

/** Makes a server process report its memory after a garbage collection. */
export const REPORTS_MEMORY = { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'report-memory.ts')}` };

export interface Memory {
  /** Resident memory of the process in MiB. */
  rss: number;
  /** Live objects in MiB. */
  heap: number;
}

/** @param server started with `REPORTS_MEMORY` */
export async function memoryOf(server: ServerProcess): Promise<Memory> {
  const reports = () => [...server.output.matchAll(/MEMORY (\{.*?\}) END/g)];
  const before = reports().length;
  process.kill(server.pid, 'SIGWINCH');
  const [, json] = await eventually(async () => reports()[before]);
  const { rss, heapUsed } = JSON.parse(json!) as Record<'rss' | 'heapUsed', number>;
  return { rss: Math.round(rss / 2 ** 20), heap: Math.round(heapUsed / 2 ** 20) };
}
