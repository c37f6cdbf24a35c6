export { type Backup, openBackup } from './open-backup.js';
export { type BackupHeader, rowsIn } from './header.js';
export { type Restored, restoreBackup } from './restore-backup.js';
export { takeBackup } from './take-backup.js';
