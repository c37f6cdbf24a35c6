import { Command } from 'commander';
import { ApplyError } from '@app/apply';
import { describeError, exitStatusOf, StartupError } from '@app/platform';
import { apply } from './commands/apply.js';
import { demo } from './commands/demo.js';
import type { OptionalFirst } from './context.js';
import { file, fileOrStandardInput } from './file-argument.js';
import { migrateDatabase, revertDatabase } from './commands/migrate.js';

// Files that it creates, above all the database, are private to this user.
process.umask(0o077);

/** The `--new` option of commands that can be the first on a database. */
const NEW = ['--new', 'make the database and the encryption key where there are none'] as const;

interface RestoreFlags {
  check?: true;
  keepSessions?: true;
}

const program = new Command('latchkey').description(
  'Administers a Latchkey licence server from the command line.',
);

program
  .command('apply')
  .argument('<file>', 'JSON file; - reads standard input', fileOrStandardInput)
  .option(...NEW)
  .description('create or update what the file names, and print what exists now')
  .action(apply);
program
  .command('backup')
  .argument('<file>', 'where to write it; such as latchkey.jsonl.gz', file)
  .description('write all that the database holds into one file, while servers run')
  .action(async (path: string) => (await import('./commands/backup.js')).backup(path));
program
  .command('create-admin')
  .argument('<email>', 'address to sign in with')
  .option(...NEW)
  .description('make an owner with a new password, and print it: the way back in when every password is lost')
  .action(async (email: string, options: OptionalFirst) =>
    (await import('./commands/create-admin.js')).createAdmin(email, options),
  );
program
  .command('demo')
  .description('walk a client through cards, remote data, software information and accounts')
  .action(demo);
program
  .command('migrate')
  .option(...NEW)
  .description('bring the database up to this version (the server does it at start)')
  .action(migrateDatabase);
program
  .command('restore')
  .argument('<file>', 'what latchkey backup wrote, on either engine', file)
  .option('--check', 'only say whether it is whole and fits the encryption key')
  .option(
    '--keep-sessions',
    'leave clients logged in that were so at the backup; those logged out since are again',
  )
  .description('put a backup into an empty database, and bring it up to this version')
  .action(async (path: string, options: RestoreFlags) =>
    (await import('./commands/restore.js')).restore(path, options),
  );
program
  .command('revert')
  .option('--yes', 'really do it')
  .description('undo the newest migration, deleting the tables and columns it made with all that is in them')
  .action(({ yes }: { yes?: true }) => revertDatabase(yes === true));

try {
  await program.parseAsync();
} catch (error) {
  const isForPeople = error instanceof ApplyError || error instanceof StartupError;
  console.error(isForPeople ? error.message : describeError(error));
  process.exitCode = exitStatusOf(error);
}
