// Builds the package into dist: ES modules, CommonJS, and types. Run by npm run build.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const HERE = import.meta.dirname ?? dirname(new URL(import.meta.url).pathname);
const require = createRequire(import.meta.url);
const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');

rmSync(join(HERE, 'dist'), { recursive: true, force: true });
compile('esm', []);
// The type of a module is that of the nearest package.json.
mkdirSync(join(HERE, 'dist/cjs'), { recursive: true });
compile('cjs', ['--module', 'commonjs', '--moduleResolution', 'node10', '--ignoreDeprecations', '6.0', '--verbatimModuleSyntax', 'false']);
writeFileSync(join(HERE, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');

function compile(folder, options) {
  const args = [tsc, '-p', HERE, '--outDir', join(HERE, 'dist', folder), ...options];
  execFileSync(process.execPath, args, { stdio: 'inherit' });
}
