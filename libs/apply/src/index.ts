export * from './apply-error.js';
export * from './apply-file.dto.js';
export * from './apply.service.js';
export * from './parse-apply-file.js';
export * from './remote.dto.js';
export * from './version.dto.js';
export * from './notifier.dto.js';
export * from './webhook.dto.js';
