import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LAUNCHER = join(import.meta.dirname, '../tools/launch.mjs');
const { platform, arch, execPath } = process;

/** Tests the messages for the case that the Node installed by npm does not start on this machine. */
(platform === 'linux' ? describe : describe.skip)('tools/launch.mjs with a Node that does not start', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-launch-'));
    mkdirSync(join(folder, `node_modules/node-${platform}-${arch}/bin`), { recursive: true });
    writeFileSync(join(folder, `node_modules/node-${platform}-${arch}/package.json`), '{}');
    cpSync(LAUNCHER, join(folder, 'tools/launch.mjs'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs the launcher with `node` as the content of the Node executable. */
  function launchOn(node: Buffer | string) {
    const program = join(folder, `node_modules/node-${platform}-${arch}/bin/node`);
    writeFileSync(program, node);
    chmodSync(program, 0o755);
    const { status, stderr } = spawnSync(execPath, ['tools/launch.mjs', 'script.mjs'], {
      cwd: folder,
      encoding: 'utf8',
    });
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

  it('leaves Ctrl-C to the terminal on Windows, where a signal would kill the server', () => {
    writeFileSync(
      join(folder, 'windows.mjs'),
      "Object.defineProperty(process, 'platform', { value: 'win32' }); setTimeout(() => process.emit('SIGINT'), 300);",
    );
    mkdirSync(join(folder, `node_modules/node-win-${arch}/bin`), { recursive: true });
    writeFileSync(join(folder, `node_modules/node-win-${arch}/package.json`), '{}');
    const program = join(folder, `node_modules/node-win-${arch}/bin/node.exe`);
    writeFileSync(program, '#!/bin/sh\nsleep 1\necho ended');
    chmodSync(program, 0o755);
    const { status, stdout } = spawnSync(
      execPath,
      ['--import', './windows.mjs', 'tools/launch.mjs', 'script.mjs'],
      { cwd: folder, encoding: 'utf8' },
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'ended\n' });
  });

  it('adds nothing to the output of a script that exits with 127', () => {
    expect(launchOn('#!/bin/sh\n[ "$1" = --version ] || exit 127\n')).toEqual({ status: 127, stderr: '' });
  });

  it('prints the path of its Node for programs that start without it', () => {
    const { stdout } = spawnSync(execPath, ['tools/launch.mjs', '--which'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout).toBe(`${join(folder, `node_modules/node-${platform}-${arch}/bin/node`)}\n`);
  });
});
