export * from './announcer.js';
export * from './cluster.module.js';
export * from './leader.js';
export * from './shared-redis.js';
export * from './sole-server.js';
export { MemoryTryCounter } from './tries/memory-try-counter.js';
export * from './tries/try-counter.js';
export * from './tries/try-counters.js';
export type { TryLimit } from './tries/try-limit.js';
