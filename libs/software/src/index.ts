export * from './latest-version.service.js';
export * from './software.module.js';
export * from './software.result.js';
