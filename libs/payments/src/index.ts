export * from './payment-intake.js';
export * from './payment-retry.job.js';
export * from './payments-api.js';
export * from './payments.module.js';
export { needsSigningSecret } from './services/index.js';
