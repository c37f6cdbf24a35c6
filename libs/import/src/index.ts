export * from './import-row.js';
export * from './parse-row.js';
export * from './presets/presets.js';
export * from './read-records.js';
export * from './rules/changes-of.js';
export * from './rules/time-of.js';
export * from './rules/uses-of-row.js';
