export * from './pub-sub.js';
export * from './cluster.module.js';
export * from './leader.js';
export * from './shared-redis.js';
export * from './server-registry.js';
export { MemoryRateLimiter } from './rate-limits/memory-rate-limiter.js';
export * from './rate-limits/rate-limiter.js';
export * from './rate-limits/rate-limiters.js';
export type { RateLimit } from './rate-limits/rate-limit.js';
