// Builds what is not built or whose sources changed: the server with its command line tool, and the panel.
// Run by itself it builds everything with --force; run.mjs and test.mjs call `build()` first.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const bin = (name) => join(ROOT, 'node_modules', '.bin', name);

const COMMON = ['package-lock.json', 'scripts/build.mjs'];
const STEPS = [
  {
    name: 'server',
    sources: ['apps/**', 'libs/**', 'tsconfig.json', 'nest-cli.json', ...COMMON],
    outputs: ['dist/apps', 'dist/libs'],
    commands: [
      [bin('nest'), 'build', 'server'],
      [bin('nest'), 'build', 'cli'],
    ],
  },
  {
    name: 'panel',
    sources: ['admin-ui/**', ...COMMON],
    outputs: ['dist/admin-ui'],
    commands: [['npm', 'run', '--silent', 'build', '--workspace', 'admin-ui']],
  },
];

/** Brings every build output up to date, with a line per step on standard error. */
export function build({ force = false } = {}) {
  for (const step of STEPS) {
    const stamp = join(ROOT, 'dist', `.${step.name}.fingerprint`);
    const fingerprint = fingerprintOf(step.sources);
    if (!force && read(stamp) === fingerprint) continue;
    const started = performance.now();
    process.stderr.write(`Building the ${step.name} … `);
    rmSync(stamp, { force: true });
    for (const output of step.outputs) rmSync(join(ROOT, output), { recursive: true, force: true });
    for (const [command, ...args] of step.commands) run(command, args);
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, fingerprint);
    process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  }
}

function run(command, args) {
  const result = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8' });
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
