import { setSourceMapsSupport } from 'node:module';
import { pauseOptimizer } from './memory/startup-memory.js';
import { leaveOutUnusedModules } from './memory/unused-modules.js';

// These apply to the modules that are loaded after them; hence the import below is dynamic.
leaveOutUnusedModules();
pauseOptimizer();
// Maps of packages would take memory, and lead into code that nobody here debugs.
setSourceMapsSupport(true, { nodeModules: false });

const { start } = await import('./start.js');
await start();
