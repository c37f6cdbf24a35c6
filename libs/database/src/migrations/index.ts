import { CardMode1700000000000 } from './1700000000000-card-mode.js';
import { Admin1700000002000 } from './1700000002000-admin.js';
import { DataUsage1700000004000 } from './1700000004000-data-usage.js';
import { ManyProcesses1700000003000 } from './1700000003000-many-processes.js';
import { RemoteSoftwareUser1700000001000 } from './1700000001000-remote-software-user.js';

/** All migrations, oldest first. Append new ones; never change a released one. */
export const MIGRATIONS = [
  CardMode1700000000000,
  RemoteSoftwareUser1700000001000,
  Admin1700000002000,
  ManyProcesses1700000003000,
  DataUsage1700000004000,
];
