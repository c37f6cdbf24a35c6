// Builds the package into dist: ES modules, CommonJS, types, and one file of ES5 for Auto.js. Run by npm run build.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFileSync } from '@swc/core';

const HERE = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);
const tsc = join(dirname(require.resolve('@typescript/native/package.json')), 'bin/tsc');

rmSync(join(HERE, 'dist'), { recursive: true, force: true });
compile('esm', []);
compile('cjs', ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false']);
// The nearest package.json determines the kind of a module.
writeFileSync(join(HERE, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');
mkdirSync(join(HERE, 'dist/autojs'), { recursive: true });
writeFileSync(join(HERE, 'dist/autojs/latchkey.js'), bundle('autojs'));

function compile(folder, options) {
  const args = [tsc, '-p', HERE, '--outDir', join(HERE, 'dist', folder), ...options];
  execFileSync(process.execPath, args, { stdio: 'inherit' });
}

/** Joins a module and all that it imports into one file of ES5, with a function for each module. */
function bundle(entry) {
  const modules = new Map();
  const add = (name) => {
    if (modules.has(name)) return;
    modules.set(name, '');
    const code = name === 'tweetnacl' ? readFileSync(require.resolve(name), 'utf8') : es5(name);
    modules.set(
      name,
      code.replace(/\brequire\("(\.[^"]+|tweetnacl)"\)/g, (_, path) => {
        const target = path.startsWith('.')
          ? join(dirname(name), path).replace(/\.js$/, '').replaceAll('\\', '/')
          : path;
        add(target);
        return `load(${JSON.stringify(target)})`;
      }),
    );
  };
  add(entry);
  const functions = [...modules].map(
    ([name, code]) => `modules[${JSON.stringify(name)}] = function (module, exports, load) {\n${code}\n};`,
  );
  return `// Latchkey for Auto.js and AutoX, built from sdks/javascript. Contains TweetNaCl.js, which is in the public domain.
(function () {
// Old engines have no symbols. The generators that swc compiles need only this one.
var Symbol = typeof this.Symbol === 'function' ? this.Symbol : function () {};
if (!Symbol.iterator) Symbol.iterator = '@@iterator';
var modules = {};
var loaded = {};
function load(name) {
  if (!loaded[name]) {
    loaded[name] = { exports: {} };
    modules[name].call({}, loaded[name], loaded[name].exports, load);
  }
  return loaded[name].exports;
}
${functions.join('\n')}
var latchkey = load(${JSON.stringify(entry)});
if (typeof module === 'object' && module) module.exports = latchkey;
else this.latchkey = latchkey;
}).call(typeof globalThis === 'undefined' ? this : globalThis);
`;
}

function es5(name) {
  const { code } = transformFileSync(join(HERE, 'src', `${name}.ts`), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es5', loose: true },
    module: { type: 'commonjs', ignoreDynamic: true },
    swcrc: false,
  });
  return code;
}
