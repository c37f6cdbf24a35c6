import { leaveOutUnusedModules } from '@app/module-hooks';

// This call affects only modules that are loaded later; hence the import below is dynamic.
leaveOutUnusedModules();

const { start } = await import('./start.js');
await start();
