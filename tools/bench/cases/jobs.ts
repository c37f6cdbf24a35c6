import { runJobs } from '../run-jobs.ts';
import type { Shop } from '../shop/open-shop.ts';

/** Measures each scheduled job, run once by a process that does nothing else. */
export async function jobsCase({ server }: Shop) {
  let details: Awaited<ReturnType<typeof runJobs>> = [];
  await server.restart(async () => {
    details = await runJobs(server.env);
  });
  details.sort((a, b) => b.ms - a.ms);
  return {
    details,
    jobs: details.length,
    slowest: details[0]!.job,
    slowest_ms: details[0]!.ms,
    longest_pause_ms: Math.max(...details.map(({ pause_ms }) => pause_ms)),
  };
}
