import { Command } from 'commander';
import { leaveOutUnusedModules } from '@app/module-hooks';
import type { OptionalFirst } from './context.js';
import { file, fileOrStandardInput } from './file-argument.js';

// New files, such as the database, are readable only by the user who runs the process.
process.umask(0o077);
// This call affects only modules that are loaded later.
leaveOutUnusedModules();

/** The `--new` option of commands that can create the database but do not need the encryption key. */
const NEW = ['--new', 'create the database if it does not exist'] as const;

interface RestoreFlags {
  check?: true;
  keepSessions?: true;
}

/** Each command loads its modules only when it runs, so that help texts and argument errors appear at once. */
const program = new Command('latchkey').description(
  'Administers a Latchkey licence server from the command line.',
);

program
  .command('apply')
  .argument('<file>', 'JSON file; - reads standard input', fileOrStandardInput)
  .option('--new', 'create the database and the encryption key if they do not exist')
  .description('create or update the applications, cards and data in the file, and print the result')
  .action(async (path: string, options: OptionalFirst) =>
    (await import('./commands/apply.js')).apply(path, options),
  );
program
  .command('backup')
  .argument('<file>', 'output file, such as latchkey.jsonl.gz', file)
  .description('write the whole database to one file; servers can keep running')
  .action(async (path: string) => (await import('./commands/backup.js')).backup(path));
program
  .command('create-admin')
  .argument('<email>', 'email address to sign in with')
  .option(...NEW)
  .description(
    'create an administrator (an owner) and print the password, for example when every password is lost',
  )
  .action(async (email: string, options: OptionalFirst) =>
    (await import('./commands/create-admin.js')).createAdmin(email, options),
  );
program
  .command('demo')
  .description('run a demo client that uses cards, users, trials, remote data and software information')
  .action(async () => (await import('./commands/demo.js')).demo());
program
  .command('migrate')
  .option(...NEW)
  .description('migrate the database to this version (the server also does this at start)')
  .action(async (options: OptionalFirst) => (await import('./commands/migrate.js')).migrateDatabase(options));
program
  .command('restore')
  .argument('<file>', 'file written by latchkey backup, on either engine', file)
  .option('--check', 'only check that the backup is intact and matches the encryption key')
  .option('--keep-sessions', 'keep the sessions of the backup, including those that ended after the backup')
  .description('restore a backup into an empty database and migrate it to this version')
  .action(async (path: string, options: RestoreFlags) =>
    (await import('./commands/restore.js')).restore(path, options),
  );
program
  .command('revert')
  .argument('[migration]', 'name of the newest migration; without it, the command only prints this name')
  .description('revert the newest migration, deleting the tables and columns that it created and their data')
  .action(async (migration?: string) => (await import('./commands/migrate.js')).revertDatabase(migration));

try {
  await program.parseAsync();
} catch (error) {
  (await import('./report-failure.js')).reportFailure(error);
}
