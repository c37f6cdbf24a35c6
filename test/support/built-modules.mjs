// Jest loads every module anew for each test file, which took much of a suite's time with the thousand modules of a
// server and its packages. So Node loads the built product once per worker, and each of its modules is for jest a
// stand-in of a few lines that re-exports what Node has loaded. Tests and their support are still loaded anew.
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

const require = createRequire(import.meta.url);
const ROOT = join(import.meta.dirname, '../..');

/** A jest transformer. */
export default {
  // Exports may change while the file itself does not: `export * from './other.js'`.
  getCacheKey: (_source, path, { supportsStaticESM }) => standIn(path, supportsStaticESM),
  process: (_source, path, { supportsStaticESM }) => ({ code: standIn(path, supportsStaticESM) }),
};

function standIn(path, isEsm) {
  const built = builtFrom(path);
  const loaded = `loadBuiltModule(${JSON.stringify(built)})`;
  if (!isEsm) return `module.exports = ${loaded};`;
  // A name such as `delete` can be exported, but not declared.
  const names = Object.keys(require(built)).map((name, index) => ({ name, local: `export${index}` }));
  return `const loaded = ${loaded};
${names.map(({ name, local }) => `const ${local} = loaded[${JSON.stringify(name)}];`).join('\n')}
export { ${names.map(({ name, local }) => `${local} as ${name}`).join(', ')} };`;
}

/** Returns the built file of a source file of the product; a package's file is built already. */
function builtFrom(path) {
  return path.endsWith('.ts') ? join(ROOT, 'dist', relative(ROOT, path).replace(/\.ts$/, '.js')) : path;
}
