// Removes from node_modules the packages and files that a built server does not load. `npm run prune` first lets npm
// remove the development dependencies, with `--no-save`. Without this option npm would write package-lock.json. The
// changed file would require a new build, which is no longer possible. `npm ci` reinstalls everything.
import { globSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

interface Lockfile {
  packages: Record<string, { devOptional?: boolean }>;
}

const { platform, arch } = process;
const ROOT = join(import.meta.dirname, '..');
const MODULES = join(ROOT, 'node_modules');
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lockfile;

// Packages that only tools need. `npm prune --omit=dev` keeps them, since the server's packages could use them.
const optional = Object.keys(packages).filter((path) => packages[path]?.devOptional);
const prebuilt = globSync('{bcrypt,better-sqlite3,isolated-vm}/prebuilds/*', { cwd: MODULES });
const ofOtherPlatforms = prebuilt.filter((path) => {
  const name = basename(path);
  return !(name.startsWith(platform) && name.includes(arch));
});
const neverLoaded = globSync(
  [
    'better-sqlite3/{deps,src}',
    'isolated-vm/{src,vendor,native-example,*.tgz}',
    'node-*/{include,share}',
    'rxjs/src',
    'typeorm/browser',
    '**/*.d.{ts,mts,cts}',
    '**/*.map',
  ],
  { cwd: MODULES },
);

for (const path of optional) rmSync(join(ROOT, path), { recursive: true, force: true });
for (const path of [...ofOtherPlatforms, ...neverLoaded]) {
  rmSync(join(MODULES, path), { recursive: true, force: true });
}
