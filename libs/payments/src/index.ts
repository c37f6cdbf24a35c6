export * from './payment-intake.js';
export * from './payments-api.js';
export * from './payments.module.js';
export { isPaymentKind, needsSigningSecret, PAYMENT_KINDS } from './services/index.js';
