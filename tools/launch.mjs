// Runs a program on the Node that package.json pins, even if npm itself runs on another Node:
//   node tools/launch.mjs tools/run.ts server
//   node tools/launch.mjs --which                # prints the path of that Node
// The tools and the configuration of oxlint are TypeScript, which old versions of Node cannot run. This script itself
// runs on Node 20 and later. It does not use node_modules/.bin/node, since some versions of npm lose that link.
import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

/** The first major version of Node with Temporal. */
const OLDEST_MAJOR = 26;
const PARENT_CHECK_MS = 1000;
/** Exit code of shells and the dynamic loader for a program that could not be started. */
const NOT_STARTED = 127;
/** Packages with the libraries that Node needs in addition to the C library. Minimal systems lack some of them. */
const PACKAGES = {
  'libatomic.so.1': { debian: 'libatomic1', fedora: 'libatomic', alpine: 'libatomic' },
  'libgcc_s.so.1': { debian: 'libgcc-s1', fedora: 'libgcc', alpine: 'libgcc' },
  'libstdc++.so.6': { debian: 'libstdc++6', fedora: 'libstdc++', alpine: 'libstdc++' },
};

const node = pinnedNode();
if (process.argv[2] === '--which') console.log(node);
else launch();

function launch() {
  const child = spawn(node, process.argv.slice(2), {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` },
  });
  // The terminal sends Ctrl-C to both processes. This process waits until the program has ended. On Windows, a signal
  // from this process would end the program at once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => process.platform === 'win32' || child.kill(signal));
  // If a signal is sent only to npm, npm does not forward it. Therefore this process checks repeatedly whether npm has
  // ended; if so, it stops the program.
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && child.kill(), PARENT_CHECK_MS);
  child.on('exit', (code, signal) => {
    clearInterval(watch);
    if (code === NOT_STARTED) explainLoader();
    process.exitCode = code ?? (signal ? 1 : 0);
  });
  child.on('error', ({ code }) => {
    clearInterval(watch);
    console.error(
      `${node} cannot be run here (${code}). It needs Linux with glibc. On other systems, install ` +
        `Node ${OLDEST_MAJOR} or later and run: npm ci --omit=optional`,
    );
    process.exitCode = NOT_STARTED;
  });
}

/** Prints the package to install if a library that Node needs is missing. */
function explainLoader() {
  const { stderr } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  const library = /loading shared librar(?:ies:|y) (\S+?):? /.exec(stderr)?.[1];
  if (!library) return;
  const names = PACKAGES[library];
  console.error(
    names
      ? [
          `Node ${OLDEST_MAJOR} needs ${library}, which this machine lacks. Install its package:`,
          `  Debian, Ubuntu  apt-get install ${names.debian}`,
          `  Fedora, RHEL    dnf install ${names.fedora}`,
          `  Alpine          apk add ${names.alpine}`,
        ].join('\n')
      : `Node ${OLDEST_MAJOR} needs ${library}, which this machine lacks. Install the package that has it.`,
  );
}

function pinnedNode() {
  const { platform, arch } = process;
  const names = [`node-${platform === 'win32' ? 'win' : platform}-${arch}`, `node-bin-${platform}-${arch}`];
  for (const name of names) {
    try {
      const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
      return join(folder, 'bin', platform === 'win32' ? 'node.exe' : 'node');
    } catch {
      // This package is for a different platform.
    }
  }
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_MAJOR) return process.execPath;
  console.error(
    `There is no Node package for ${platform} ${arch}. Install Node ${OLDEST_MAJOR} or later and try again.`,
  );
  process.exit(1);
}
