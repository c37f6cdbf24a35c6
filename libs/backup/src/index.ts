export { openBackup } from './open-backup.js';
export { type BackupHeader, rowsIn } from './header.js';
export { restoreBackup } from './restore-backup.js';
export { takeBackup } from './take-backup.js';
export { requireFree } from './write-backup.js';
