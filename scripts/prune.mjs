// Removes from node_modules what a server that is built never loads: npm run prune, which has npm remove the tools first.
// npm ci brings everything back.
import { globSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

const { platform, arch } = process;
const ROOT = join(import.meta.dirname, '..');
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
const paths = (...patterns) => globSync(patterns, { cwd: join(ROOT, 'node_modules') });

// Packages that tools need and the server's packages could use: `npm prune --omit=dev` leaves them.
const optional = Object.keys(packages).filter((path) => packages[path].devOptional);
const ofOtherPlatforms = paths('better-sqlite3/prebuilds/*', 'isolated-vm/prebuilds/*').filter((path) => {
  const name = basename(path);
  return !(name.startsWith(platform) && name.includes(arch));
});
const sources = paths(
  'better-sqlite3/{deps,src}',
  'isolated-vm/{src,vendor,native-example,*.tgz}',
  'node-*/{include,share}',
  'rxjs/src',
);
const forBrowsersAndEditors = paths('typeorm/browser', '**/*.d.{ts,mts,cts}', '**/*.map');

for (const path of [...ofOtherPlatforms, ...sources, ...forBrowsersAndEditors]
  .map((path) => join('node_modules', path))
  .concat(optional)) {
  rmSync(join(ROOT, path), { recursive: true, force: true });
}
