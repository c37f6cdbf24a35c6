export * from './native/fulfil-api.decorator.js';
export * from './native/fulfil-exception.filter.js';
export { MAX_AMOUNT } from './native/fulfil.dto.js';
export * from './order-error.js';
export * from './order-refusals.js';
export * from './order.service.js';
export * from './orders.module.js';
export * from './refund.service.js';
export * from './stock.js';
