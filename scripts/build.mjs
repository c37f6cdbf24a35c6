// Builds what is not built or whose sources changed: the server with its command line tool, and the panel.
// Run by itself it builds everything with --force; run.mjs and test.mjs call `build()` first.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const require = createRequire(join(ROOT, 'admin-ui', 'package.json'));

/** A file of an installed tool, wherever npm put it. */
export function tool(name, path) {
  try {
    return join(dirname(require.resolve(`${name}/package.json`)), path);
  } catch {
    console.error(`The tools for building are not installed (${name}). Run npm ci first.`);
    process.exit(1);
  }
}

const COMMON = ['package-lock.json', 'scripts/build.mjs'];
const STEPS = [
  {
    name: 'server',
    sources: [
      'apps/**',
      'libs/**',
      'tsconfig.json',
      'nest-cli.json',
      'scripts/{describe-api,compress}.mjs',
      ...COMMON,
    ],
    outputs: ['dist/apps', 'dist/libs', 'dist/docs'],
    commands: () => [
      [tool('@nestjs/cli', 'bin/nest.js'), 'build', 'server'],
      [tool('@nestjs/cli', 'bin/nest.js'), 'build', 'cli'],
      [join(ROOT, 'scripts/describe-api.mjs')],
      [join(ROOT, 'scripts/compress.mjs'), 'dist/docs'],
    ],
  },
  {
    name: 'panel',
    sources: ['admin-ui/**', 'scripts/compress.mjs', ...COMMON],
    outputs: ['dist/admin-ui'],
    commands: () => [
      [tool('vite', 'bin/vite.js'), 'build', 'admin-ui', '--logLevel', 'warn'],
      [join(ROOT, 'scripts/compress.mjs'), 'dist/admin-ui/assets'],
    ],
  },
];

/**
 * Brings every build output up to date, with a line per step on standard error. An install to which only the output was
 * copied has nothing to build.
 */
export function build({ force = false } = {}) {
  if (!existsSync(join(ROOT, 'apps'))) return;
  for (const step of STEPS) {
    const stamp = join(ROOT, 'dist', `.${step.name}.fingerprint`);
    const fingerprint = fingerprintOf(step.sources);
    if (!force && read(stamp) === fingerprint) continue;
    const commands = step.commands();
    const started = performance.now();
    process.stderr.write(`Building the ${step.name} … `);
    rmSync(stamp, { force: true });
    for (const output of step.outputs) rmSync(join(ROOT, output), { recursive: true, force: true });
    for (const command of commands) run(command);
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, fingerprint);
    process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  }
}

function run(command) {
  const result = spawnSync(process.execPath, command, { cwd: ROOT, encoding: 'utf8' });
  if (result.status === 0) return;
  process.stderr.write(`failed\n${result.stdout ?? ''}${result.stderr ?? ''}${result.error ?? ''}\n`);
  process.exit(1);
}

const isInstalled = (path) => path.includes('node_modules');

/** Changes whenever a source file is added, removed or written. */
function fingerprintOf(patterns) {
  const hash = createHash('sha256');
  for (const path of globSync(patterns, { cwd: ROOT, exclude: isInstalled }).toSorted()) {
    const file = statSync(join(ROOT, path));
    if (file.isFile()) hash.update(`${path} ${file.mtimeMs} ${file.size}\n`);
  }
  return hash.digest('hex');
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

if (import.meta.main) build({ force: process.argv.includes('--force') });
