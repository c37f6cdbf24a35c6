export * from './admin.module.js';
export { ADMIN_API_PREFIX } from './api/admin-api.decorator.js';
export { AdminPurgeJob } from './purge/admin-purge.job.js';
export * from './api/admin-exception.filter.js';
export { createOwner } from './admins/create-owner.js';
export { MADE_PASSWORD_LENGTH, Terminal } from './auth/first-admin.js';
export { ListSizes } from './records/list-sizes.js';
export { ACCESS_RULE, type AccessRule } from './access/allow.decorator.js';
