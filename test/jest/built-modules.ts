// Jest would load the thousand modules of the server and its packages anew for each test file. Node loads the built
// product once per worker instead, and each of its modules is for jest a few lines that re-export what Node has loaded.
// Nothing simpler holds: without this, libs/licensing and three end-to-end suites took 59 and 68 s instead of 44 and 51 s,
// measured in turn, and jest cannot run ES modules in Node's own context, whose classes they would share.
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

const require = createRequire(import.meta.url);
const ROOT = join(import.meta.dirname, '../..');

interface Options {
  supportsStaticESM: boolean;
}

/** A jest transformer. */
export default {
  // Exports may change while the file itself does not: `export * from './other.js'`.
  getCacheKey: (_source: string, path: string, { supportsStaticESM }: Options) =>
    reExport(path, supportsStaticESM),
  process: (_source: string, path: string, { supportsStaticESM }: Options) => ({
    code: reExport(path, supportsStaticESM),
  }),
};

function reExport(path: string, isEsm: boolean): string {
  const built = builtFrom(path);
  const loaded = `loadBuiltModule(${JSON.stringify(built)})`;
  if (!isEsm) return `module.exports = ${loaded};`;
  // A name such as `delete` can be exported, but not declared.
  const names = Object.keys(require(built) as object).map((name, index) => ({
    name,
    local: `export${index}`,
  }));
  return `const loaded = ${loaded};
${names.map(({ name, local }) => `const ${local} = loaded[${JSON.stringify(name)}];`).join('\n')}
export { ${names.map(({ name, local }) => `${local} as ${name}`).join(', ')} };`;
}

/** Returns the built file of a source file of the product; a package's file is built already. */
function builtFrom(path: string): string {
  return path.endsWith('.ts') ? join(ROOT, 'dist', relative(ROOT, path).replace(/\.ts$/, '.js')) : path;
}
