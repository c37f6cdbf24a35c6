export * from './definition-faults.ts';
export type { CallReport, FunctionCall } from './function-call.ts';
export * from './function-pool.ts';
