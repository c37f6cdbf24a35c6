// Writes reproducible archives of the SDKs to dist/sdk-archives; the server offers them for download. They contain the
// files that a program needs, the README and the examples, but no tests and no drivers for the conformance tests.
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { create } from 'tar';
import { archiveOf, SINGLE_FILES } from '../sdks/first-login.ts';
import { copySdk, runCommand } from './sdks.ts';

/** Files of each archive besides README.md and examples. */
const FILES: Record<string, { include: string[]; exclude?: string[] }> = {
  csharp: { include: ['Latchkey.csproj', 'src/**'] },
  go: { include: ['go.mod', '*.go'], exclude: ['*_test.go', 'conformance.go'] },
  java: { include: ['pom.xml', 'src/**'] },
  javascript: { include: ['package.json', 'dist/**'] },
  lua: { include: ['latchkey.lua', 'latchkey_ed25519.c', '*.rockspec'] },
  native: { include: ['CMakeLists.txt', 'include/**', 'src/**', 'bindings/**'] },
  php: { include: ['composer.json', 'autoload.php', 'src/**'] },
  python: { include: ['pyproject.toml', 'src/**'] },
};
const ROOT = join(import.meta.dirname, '..');
const ARCHIVES = join(ROOT, 'dist/sdk-archives');
/** Folder of the SDKs' copies: inside the repository, so that the build of the JavaScript SDK finds the compiler. */
const COPIES = join(ROOT, 'dist/.sdk-archives');
/** Modification time of all files, the same as in `npm pack`. */
const TIME = new Date('1985-10-26T08:15:00Z');

const fileOf = (path: string) => join(ARCHIVES, basename(path));

/** Replaces links to pages outside the archive with their texts, and removes lines that consist only of such links. */
function withoutLinksOutside(page: string): string {
  const link = String.raw`\[([^\]]+)\]\(\.\./[^)]+\)`;
  return page
    .replaceAll(new RegExp(String.raw`^${link}(?: · ${link})*\n`, 'gm'), '')
    .replaceAll(new RegExp(link, 'g'), '$1');
}

rmSync(COPIES, { recursive: true, force: true });
mkdirSync(ARCHIVES, { recursive: true });
for (const [sdk, { include, exclude }] of Object.entries(FILES)) {
  const name = `latchkey-${sdk}`;
  const folder = join(COPIES, name);
  copySdk(sdk, folder);
  if (sdk === 'javascript') await runCommand([process.execPath, 'build.mjs'], folder);
  const files = globSync(['README.md', 'examples/**', ...include], { cwd: folder, exclude })
    .filter((file) => statSync(join(folder, file)).isFile())
    .toSorted();
  for (const file of files) chmodSync(join(folder, file), 0o644);
  const page = join(folder, 'README.md');
  writeFileSync(page, withoutLinksOutside(readFileSync(page, 'utf8')));
  const archive = { cwd: COPIES, file: fileOf(archiveOf(sdk)), gzip: true, portable: true, mtime: TIME };
  await create(
    archive,
    files.map((file) => join(name, file).replaceAll('\\', '/')),
  );
}
for (const [source, path] of [
  ['latchkey-lua/latchkey.lua', SINGLE_FILES.lua],
  ['latchkey-javascript/dist/autojs/latchkey.js', SINGLE_FILES.autojs],
] as const) {
  cpSync(join(COPIES, source), fileOf(path));
}
rmSync(COPIES, { recursive: true });
