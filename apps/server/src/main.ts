import { setSourceMapsSupport } from 'node:module';
import { pauseCompilers } from './memory/startup-memory.js';
import { leaveOutUnusedModules } from './memory/unused-modules.js';

// These apply only to modules that are loaded after them; hence the import below is dynamic.
leaveOutUnusedModules();
pauseCompilers();
// Source maps of packages would take memory, and lead into code that nobody debugs here.
setSourceMapsSupport(true, { nodeModules: false });

const { start } = await import('./start.js');
await start();
