// Builds the server and its command line tool, the panel, the customer's page and the archives of the SDKs. Skips each
// step whose output exists and whose sources have not changed.
// --force builds everything. Other tools call `build()` first.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const ROOT = join(import.meta.dirname, '..');
const require = createRequire(join(ROOT, 'admin-ui', 'package.json'));
const TEXT = /\.(?:css|js|json|svg)$/;

/** Returns the path of a file of an installed package, wherever npm has installed it. */
export function packageFile(name: string, path: string): string {
  try {
    return join(dirname(require.resolve(`${name}/package.json`)), path);
  } catch {
    console.error(`The tools for building are not installed (${name}). Run npm ci first.`);
    process.exit(1);
  }
}

interface Step {
  name: string;
  sources: string[];
  outputs: string[];
  /** The arguments of Node for each command. */
  commands: () => string[][];
  /** Folder whose files get compressed copies. */
  compressed?: string;
}

const COMMON = ['package-lock.json', 'tools/build.ts'];
const STEPS: Step[] = [
  {
    name: 'server',
    sources: [
      'apps/**',
      'libs/**',
      'tsconfig.json',
      'nest-cli.json',
      'tools/describe-api.ts',
      'docs/{protocol.md,test-vectors.json,quick-start/**}',
      ...COMMON,
    ],
    outputs: ['dist/apps', 'dist/libs', 'dist/docs'],
    commands: () => [
      // This also builds the command line tool, since apps/tsconfig.json includes both apps.
      [packageFile('@nestjs/cli', 'bin/nest.js'), 'build', 'server'],
      [join(import.meta.dirname, 'describe-api.ts')],
    ],
    compressed: 'dist/docs',
  },
  {
    name: 'panel',
    sources: ['admin-ui/**', 'docs/quick-start/**', 'sdks/first-login.ts', 'sdks/*/examples/**', ...COMMON],
    outputs: ['dist/admin-ui'],
    commands: () => [[packageFile('vite', 'bin/vite.js'), 'build', 'admin-ui', '--logLevel', 'warn']],
    compressed: 'dist/admin-ui/assets',
  },
  {
    name: "customer's page",
    sources: ['portal-ui/**', ...COMMON],
    outputs: ['dist/portal-ui'],
    commands: () => [[packageFile('vite', 'bin/vite.js'), 'build', 'portal-ui', '--logLevel', 'warn']],
    compressed: 'dist/portal-ui/assets',
  },
  {
    name: 'SDKs',
    sources: ['sdks/**', 'tools/{sdks,sdk-archives}.ts', ...COMMON],
    outputs: ['dist/sdk-archives'],
    commands: () => [[join(import.meta.dirname, 'sdk-archives.ts')]],
  },
];

/**
 * Updates all build output, and prints a line per step to standard error. Does nothing in an installation that contains
 * only the build output.
 * @param only the steps that are needed, by their names
 */
export function build({ force = false, only }: { force?: boolean; only?: string[] } = {}): void {
  if (!existsSync(join(ROOT, 'apps'))) return;
  for (const step of STEPS.filter(({ name }) => only?.includes(name) ?? true)) {
    const stamp = join(ROOT, 'dist', `.${step.name.replace(/\W+/g, '-')}.fingerprint`);
    const fingerprint = fingerprintOf(step.sources);
    if (!force && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) continue;
    const commands = step.commands();
    const started = performance.now();
    process.stderr.write(`Building the ${step.name} … `);
    rmSync(stamp, { force: true });
    for (const output of step.outputs) rmSync(join(ROOT, output), { recursive: true, force: true });
    for (const command of commands) run(command);
    if (step.compressed) compress(join(ROOT, step.compressed));
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, fingerprint);
    process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  }
}

function run(command: string[]): void {
  const result = spawnSync(process.execPath, command, { cwd: ROOT, encoding: 'utf8' });
  if (result.status === 0) return;
  process.stderr.write(`failed\n${result.stdout ?? ''}${result.stderr ?? ''}${result.error ?? ''}\n`);
  process.exit(1);
}

/** Creates compressed copies (.br, .gz) of the files in a folder, so that the server need not compress responses. */
function compress(folder: string): void {
  for (const name of readdirSync(folder).filter((name) => TEXT.test(name))) {
    const file = join(folder, name);
    const bytes = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
  }
}

/** Returns a fingerprint that changes when a source file is added, removed or written. */
function fingerprintOf(patterns: string[]): string {
  const hash = createHash('sha256');
  for (const path of globSync(patterns, { cwd: ROOT, exclude: ['**/node_modules'] }).toSorted()) {
    const file = statSync(join(ROOT, path));
    if (file.isFile()) hash.update(`${path} ${file.mtimeMs} ${file.size}\n`);
  }
  return hash.digest('hex');
}

if (import.meta.main) build({ force: process.argv.includes('--force') });
