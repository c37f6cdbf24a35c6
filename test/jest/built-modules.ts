// Jest would load the thousand modules of the server and its packages again for each test file. Instead, Node loads the
// build once per worker. For jest, each module consists of a few lines that re-export the module loaded by Node.
// Without this transformer, libs/licensing took 59 s instead of 44 s, and three end-to-end suites took 68 s instead of
// 51 s. There is no simpler way, since jest cannot run ES modules in Node's own context.
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

const require = createRequire(import.meta.url);
const ROOT = join(import.meta.dirname, '../..');

interface Options {
  supportsStaticESM: boolean;
}

/** A jest transformer. */
export default {
  // The exports of a file can change although the file does not, because of `export * from './other.js'`.
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
  // A name such as `delete` can be exported but not declared.
  const names = Object.keys(require(built) as object).map((name, index) => ({
    name,
    local: `export${index}`,
  }));
  return `const loaded = ${loaded};
${names.map(({ name, local }) => `const ${local} = loaded[${JSON.stringify(name)}];`).join('\n')}
export { ${names.map(({ name, local }) => `${local} as ${name}`).join(', ')} };`;
}

/** Returns the built file of a source file. Files of packages are already built. */
function builtFrom(path: string): string {
  return path.endsWith('.ts') ? join(ROOT, 'dist', relative(ROOT, path).replace(/\.ts$/, '.js')) : path;
}
