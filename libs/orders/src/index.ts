export * from './channel-key.js';
export * from './order-error.js';
export * from './order.service.js';
export * from './orders.module.js';
export * from './refund.service.js';
export * from './stock.js';
