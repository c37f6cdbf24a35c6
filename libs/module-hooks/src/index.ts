export { leaveOutUnusedModules } from './unused-modules.js';
