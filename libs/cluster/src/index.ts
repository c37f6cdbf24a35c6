export * from './announcer.js';
export * from './cluster.module.js';
export * from './leader.js';
export * from './shared-redis.js';
export * from './sole-server.js';
