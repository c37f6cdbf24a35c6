import { setSourceMapsSupport } from 'node:module';
import { leaveOutUnusedModules } from './memory/unused-modules.js';

// This call affects only modules that are loaded later; hence the import below is dynamic.
leaveOutUnusedModules();
// Source maps of packages would take memory, and stack traces would point into code that nobody debugs here.
setSourceMapsSupport(true, { nodeModules: false });

const { start } = await import('./start.js');
await start();
