import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LAUNCHER = join(import.meta.dirname, '../tools/launch.mjs');
const { platform, arch, execPath } = process;

/** Options for the Node that runs the launcher: versions before 22.15 have no `execve`. */
const RUNNERS = [
  ['a Node with execve', []],
  ['a Node without', ['--import=data:text/javascript,delete process.execve']],
] as const;

/** Messages for a person when the Node that npm installed does not start on this machine. */
(platform === 'linux' ? describe : describe.skip).each(RUNNERS)('tools/launch.mjs on %s', (_, options) => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-launch-'));
    mkdirSync(join(folder, `node_modules/node-${platform}-${arch}/bin`), { recursive: true });
    writeFileSync(join(folder, `node_modules/node-${platform}-${arch}/package.json`), '{}');
    cpSync(LAUNCHER, join(folder, 'tools/launch.mjs'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const launch = (...args: string[]) =>
    spawnSync(execPath, [...options, 'tools/launch.mjs', ...args], { cwd: folder, encoding: 'utf8' });

  /** Launches a script on a Node that consists of these bytes. */
  function launchOn(node: Buffer | string) {
    const program = join(folder, `node_modules/node-${platform}-${arch}/bin/node`);
    writeFileSync(program, node);
    chmodSync(program, 0o755);
    const { status, stderr } = launch('script.mjs');
    return { status, stderr };
  }

  it('names the missing library that the real loader complains of', () => {
    const binary = readFileSync(execPath);
    const name = binary.indexOf('\0libstdc++.so.6\0');
    binary.write('libabsent.so.6', name + 1);
    const { status, stderr } = launchOn(binary);
    expect(status).toBe(127);
    expect(stderr).toContain('needs libabsent.so.6, which this machine lacks');
  });

  it.each([
    ['glibc', 'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file'],
    ['musl', 'Error loading shared library libatomic.so.1: No such file or directory (needed by node)'],
  ])('names the package of each distribution, by the words of %s', (_, words) => {
    const { status, stderr } = launchOn(`#!/bin/sh\necho '${words}' >&2\nexit 127\n`);
    expect(status).toBe(127);
    expect(stderr).toContain('apt-get install libatomic1\n');
    expect(stderr).toContain('dnf install libatomic\n');
    expect(stderr).toContain('apk add libatomic\n');
  });

  it('reports that Node cannot run if the system has no loader for it', () => {
    const { status, stderr } = launchOn('#!/nowhere/ld-linux.so\n');
    expect(status).toBe(127);
    expect(stderr).toMatch(/bin\/node cannot be run here \(ENOENT\)\. It needs Linux with glibc/);
    expect(stderr).not.toContain('    at ');
  });

  it('adds nothing to the output of a script that exits with 127', () => {
    expect(launchOn('#!/bin/sh\n[ "$1" = --version ] || exit 127\n')).toEqual({ status: 127, stderr: '' });
  });

  it('starts the program with its arguments, or prints the path of its Node', () => {
    const { stderr } = launchOn('#!/bin/sh\n[ "$1" = --version ] || echo "$PPID $*" >&2\n');
    const [parent, ...args] = stderr.trim().split(' ');
    expect(args).toEqual(['script.mjs']);
    // With execve no launcher remains.
    expect(Number(parent) === process.pid).toBe(options.length === 0);
    expect(launch('--which').stdout).toBe(
      `${join(folder, `node_modules/node-${platform}-${arch}/bin/node`)}\n`,
    );
  });

  it('ends a program of npm when npm is gone', () => {
    launchOn(`#!/bin/sh\nexec ${execPath} "$@"\n`);
    cpSync(join(LAUNCHER, '../end-with-npm.mjs'), join(folder, 'tools/end-with-npm.mjs'));
    writeFileSync(join(folder, 'script.mjs'), 'console.log("started"); setInterval(() => {}, 1000);');
    // The shell stands for npm: it starts the launcher and goes.
    const command = `(npm_command=start ${execPath} ${options.map((each) => `'${each}'`).join(' ')} tools/launch.mjs script.mjs &) ; sleep 0.1`;
    // Returns when the program has closed its output.
    expect(spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' }).stdout).toBe('started\n');
  });
});
