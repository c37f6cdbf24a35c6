export * from './import-row.js';
export * from './parse-row.js';
export * from './presets/presets.js';
export * from './read-records.js';
export * from './row-import.js';
