// Checks that the lint rules detect violations of the architecture. It creates one violation at a time in a copy of the
// folder layout, and expects the rule to report it.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

const card = (code: string) => ({ 'libs/card/src/a.ts': code });

/** A violation, the rule that must report it, and its files. */
const VIOLATIONS: { what: string; rule: string; files: Record<string, string> }[] = [
  {
    what: 'a lower library importing a higher one',
    rule: 'no-restricted-imports',
    files: { 'libs/database/src/a.ts': "import '@app/card';" },
  },
  {
    what: 'a library importing its sibling',
    rule: 'no-restricted-imports',
    files: card("import '@app/apply';"),
  },
  {
    what: 'an import that bypasses the index of a library',
    rule: 'no-restricted-imports',
    files: card("import '@app/licensing/src/holders.js';"),
  },
  {
    what: 'an import of another library by path',
    rule: 'no-restricted-imports',
    files: card("import '../../database/src/engine.js';"),
  },
  {
    what: 'a library importing an app',
    rule: 'no-restricted-imports',
    files: card("import '../../../apps/server/src/main.js';"),
  },
  {
    what: 'an import of isolated-vm outside the sandbox',
    rule: 'no-restricted-imports',
    files: { 'apps/server/src/a.ts': "import 'isolated-vm';" },
  },
  {
    what: 'code outside the configuration that reads the environment',
    rule: 'no-process-env',
    files: card('console.log(process.env.PORT);'),
  },
  {
    what: 'code that reads the time without the Clock',
    rule: 'no-restricted-globals',
    files: card('console.log(Date.now());'),
  },
  {
    what: 'a circular import',
    rule: 'no-cycle',
    files: { ...card("import './b.js';"), 'libs/card/src/b.ts': "import './a.js';" },
  },
];

const folder = mkdtempSync(join(tmpdir(), 'latchkey-lint-'));
let missed = 0;
try {
  copyFileSync(join(ROOT, 'oxlint.config.ts'), join(folder, 'oxlint.config.ts'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir');
  for (const { what, rule, files } of VIOLATIONS) {
    for (const part of ['apps', 'libs']) {
      rmSync(join(folder, part), { recursive: true, force: true });
      mkdirSync(join(folder, part));
    }
    for (const [path, code] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), code);
    }
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(ROOT, 'node_modules/oxlint/bin/oxlint'), '--disable-nested-config', 'apps', 'libs'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
    if (status !== 0 && stdout.includes(`(${rule})`)) continue;
    missed += 1;
    console.error(`The linter did not refuse ${what} (${rule}):\n${stdout}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (missed === 0) console.log(`The linter refuses all ${VIOLATIONS.length} planted violations.`);
process.exitCode = missed === 0 ? 0 : 1;
