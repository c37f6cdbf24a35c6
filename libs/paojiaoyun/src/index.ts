export * from './paojiaoyun.module.js';
export * from './paojiaoyun-request.js';
export * from './routes.js';
export * from './route-request.js';
