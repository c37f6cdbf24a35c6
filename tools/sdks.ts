// Finds and builds the SDKs for the conformance tests. Each folder in sdks that contains a driver.json is an SDK. It is
// copied to dist/sdks and built there.
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Sdk } from '../sdks/conformance/sdks.ts';
import { fillPage, ROOT, writeFiles } from './generate/files.ts';

const MAX_OUTPUT_BYTES = 10 * 1024 * 1024;
const COPIES = join(ROOT, 'dist/sdks');
/** Build output that developers have left in the source tree. It is not copied. */
const BUILD_OUTPUT = /^(?:node_modules|dist|target|bin|obj|__pycache__|build|.*\.egg-info)$/;

/** The contents of a driver.json. Each command is a list of words and runs without a shell. */
interface DriverFile {
  language: string;
  /** A command that succeeds if the toolchain is installed. */
  check: string[];
  /** The packages of Debian that contain the toolchain. */
  packages: string;
  /** One or more commands that build the driver and run the SDK's own tests. */
  prepare: string[] | string[][];
  run: string[];
  /** True if the SDK calls handlers in a different thread than the one that sends heartbeats. */
  threads?: boolean;
  /** Further tests, which require additional programs. */
  extras?: Extra[];
}

interface Extra {
  name: string;
  check: string[];
  packages: string;
}

export interface SdkSource extends DriverFile {
  /** Name of the SDK's folder in `sdks`. */
  name: string;
}

/** Finds the SDKs, sorted by name. */
export function findSdks(): SdkSource[] {
  return globSync('sdks/*/driver.json', { cwd: ROOT })
    .toSorted()
    .map((file) => {
      const entry = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as DriverFile;
      return Object.assign(entry, { name: basename(dirname(file)) });
    });
}

export function isInstalled({ check: [program, ...args] }: SdkSource | Extra): boolean {
  return spawnSync(program!, args, { cwd: ROOT }).status === 0;
}

/** Copies an SDK and builds its driver in the copy. If a command fails, throws an error with its output. */
export async function prepare({
  name,
  language,
  prepare: given,
  run,
  threads = false,
  extras = [],
}: SdkSource): Promise<Sdk> {
  const folder = join(COPIES, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(COPIES, 'conformance'), { recursive: true });
  copySdk(name, folder);
  cpSync(join(ROOT, 'sdks/conformance/vectors.json'), join(COPIES, 'conformance/vectors.json'));
  const commands = (Array.isArray(given[0]) ? given : given.length > 0 ? [given] : []) as string[][];
  for (const command of commands) await runCommand(command, folder);
  if (!existsSync(folder)) throw new Error(`sdks/${name} is empty`);
  const installed = extras.filter((extra) => isInstalled(extra)).map((extra) => extra.name);
  return { name, language, folder, run, threads, extras: installed };
}

/** Copies an SDK, except its build output. */
export function copySdk(name: string, folder: string): void {
  cpSync(join(ROOT, 'sdks', name), folder, {
    recursive: true,
    filter: (path) => !BUILD_OUTPUT.test(basename(path)),
  });
}

/** Runs a command that builds or tests an SDK. If the command fails, throws an error with its output. */
export async function runCommand([program, ...args]: string[], folder: string): Promise<void> {
  const options = { cwd: folder, maxBuffer: MAX_OUTPUT_BYTES };
  const failure = await promisify(execFile)(program!, args, options).then(
    () => undefined,
    (error: Error & { stdout?: string }) => error,
  );
  if (!failure) return;
  // The message contains the command and its output to stderr, but not its output to stdout.
  throw new Error(`${basename(folder)}: ${failure.message}\n${failure.stdout ?? ''}`);
}

const README = 'sdks/README.md';
/** The columns of the table. Each is also the prefix of a suite's file name. */
const COLUMNS = ['vectors', 'scenarios', 'keeper', 'clock', 'hostile-proxy', 'first-login'] as const;

interface JestResults {
  testResults: {
    name: string;
    assertionResults: { ancestorTitles: string[]; status: string }[];
  }[];
}

/**
 * Writes the number of passed tests of each SDK into the table of sdks/README.md. Rows of SDKs that were not tested are
 * unchanged.
 * @param file the results of jest as JSON; the file is removed
 */
export async function writeConformanceTable(file: string, tested: Sdk[]): Promise<void> {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as JestResults;
  rmSync(file);
  const lines = readFileSync(join(ROOT, README), 'utf8')
    .split(/<!-- \/?conformance -->/)[1]!
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const rows = new Map(lines.slice(2).map((line) => [line.split('|')[1]!.trim(), line]));
  for (const { language } of tested) {
    const counts = COLUMNS.map((column) => {
      const tests = testResults
        .filter(({ name }) => basename(name).startsWith(`${column}.`))
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ ancestorTitles, status }) => ancestorTitles[0] === language && status !== 'pending');
      const passed = tests.filter(({ status }) => status === 'passed').length;
      return tests.length === passed ? `${passed}` : `${passed} of ${tests.length}`;
    });
    rows.set(language, `| ${[language, ...counts].join(' | ')} |`);
  }
  const head = `| language | ${COLUMNS.map((column) => column.replace('-', ' ')).join(' | ')} |`;
  const rule = `| --- |${' ---: |'.repeat(COLUMNS.length)}`;
  const table = [head, rule, ...[...rows.values()].toSorted()].join('\n');
  await writeFiles({ [README]: fillPage(README, { conformance: table }) });
}
