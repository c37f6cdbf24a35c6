import cluster from 'node:cluster';
import { describeError, exitStatusOf, loadConfig, refuseWeakSettings, StartupError } from '@app/platform';
import { freeStartupMemory } from './free-startup-memory.js';

/** Starts a server or, with several `WORKERS`, their supervisor. Each of the two loads only its own modules. */
export async function start(): Promise<void> {
  try {
    // New files, such as the database, are readable only by the user who runs the process.
    process.umask(0o077);
    const config = loadConfig();
    const accepted = refuseWeakSettings(config);
    if (config.processes.workers > 1 && cluster.isPrimary) {
      const { Supervisor } = await import('./supervisor.js');
      await Supervisor.start(config);
      freeStartupMemory();
    } else {
      const { serve } = await import('./serve.js');
      await serve(config, accepted);
    }
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : describeError(error));
    process.exit(exitStatusOf(error));
  }
}
