export * from './call-limits.ts';
export * from './definition-faults.ts';
export type { CallReport } from './function-call.ts';
export * from './function-pool.ts';
