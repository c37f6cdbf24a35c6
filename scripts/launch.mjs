// Runs a script on the Node that package.json pins, whatever Node npm itself runs on:
//   node scripts/launch.mjs scripts/run.mjs server
// Works on Node 20 and later. Does not rely on node_modules/.bin/node: some versions of npm lose that link.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

/** The first with Temporal. */
const OLDEST_MAJOR = 26;
const PARENT_CHECK_MS = 1000;

const node = pinnedNode();
const child = spawn(node, process.argv.slice(2), {
  stdio: 'inherit',
  env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` },
});
// The terminal sends Ctrl-C to both; this process stays until the other has finished its work.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm does not pass on a signal sent to it alone: when it is gone, the work it was started for ends too.
const parent = process.ppid;
const watch = setInterval(() => process.ppid !== parent && child.kill(), PARENT_CHECK_MS);
child.on('exit', (code, signal) => {
  clearInterval(watch);
  process.exitCode = code ?? (signal ? 1 : 0);
});

function pinnedNode() {
  const { platform, arch } = process;
  const names = [`node-${platform === 'win32' ? 'win' : platform}-${arch}`, `node-bin-${platform}-${arch}`];
  for (const name of names) {
    try {
      const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
      return join(folder, 'bin', platform === 'win32' ? 'node.exe' : 'node');
    } catch {
      // not for this platform
    }
  }
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_MAJOR) return process.execPath;
  console.error(
    `There is no Node package for ${platform} ${arch}. Install Node ${OLDEST_MAJOR} or later and try again.`,
  );
  process.exit(1);
}
