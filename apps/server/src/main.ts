import { setSourceMapsSupport } from 'node:module';
import { leaveOutUnusedModules } from './memory/unused-modules.js';

// This applies only to modules that are loaded after it; hence the import below is dynamic.
leaveOutUnusedModules();
// Source maps of packages would take memory, and lead into code that nobody debugs here.
setSourceMapsSupport(true, { nodeModules: false });

const { start } = await import('./start.js');
await start();
