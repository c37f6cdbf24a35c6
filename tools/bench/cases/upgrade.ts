import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Shop } from '../shop/open-shop.ts';
import { runCommand } from '../run-command.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../libs/database/src/migrations');
/** The oldest of the measured migrations. It changes each card; the later ones build indexes and add columns. */
const OLDEST = 'CardSearch1700000018000';

/**
 * Measures an upgrade: the migrations from `CardSearch` on, with the shop's cards. They are reverted first, which
 * deletes the tables and columns that they created.
 */
export async function upgradeCase({ server }: Shop) {
  const names = migrationNames();
  const measured = names.slice(names.indexOf(OLDEST)).toReversed();
  let revert_s = 0;
  let migrate_s = 0;
  let migrate_peak_mb = 0;
  const restart_s = await server.restart(async () => {
    for (const name of measured) revert_s += (await runCommand(server.env, 'revert', name)).seconds;
    ({ seconds: migrate_s, peakMb: migrate_peak_mb } = await runCommand(server.env, 'migrate'));
  });
  return {
    migrations: measured.length,
    revert_s: Math.round(revert_s),
    migrate_s,
    migrate_peak_mb,
    restart_s,
  };
}

/** Returns the names of all migrations, the oldest first. */
function migrationNames(): string[] {
  return globSync('1*.ts', { cwd: MIGRATIONS })
    .toSorted()
    .map((file) => /export class (\w+)/.exec(readFileSync(join(MIGRATIONS, file), 'utf8'))![1]!);
}
