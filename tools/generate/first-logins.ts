import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIRST_LOGINS, PLACEHOLDERS } from '../../sdks/first-login.ts';
import { fillPage, ROOT } from './files.ts';

/** Maps an SDK's folder to its page in docs/integrate, if their names differ. */
const PAGES: Record<string, string> = { native: 'c' };

/**
 * Returns the pages of the SDKs with the programs of examples/first-login, and with the commands that install the SDK
 * and run the programs.
 */
export function firstLoginPages(): Record<string, string> {
  const pages: Record<string, string> = {};
  for (const sdk of new Set(FIRST_LOGINS.map((each) => each.sdk))) {
    const programs = FIRST_LOGINS.filter((each) => each.sdk === sdk);
    const parts: Record<string, string> = { install: block('sh', programs[0]!.install(PLACEHOLDERS.server)) };
    for (const { id, source, run } of programs) {
      const program = readFileSync(join(ROOT, 'sdks', sdk, source), 'utf8').trimEnd();
      parts[`first-login-${id}`] = block(id, program);
      parts[`run-${id}`] = block('sh', run);
    }
    for (const page of [`sdks/${sdk}/README.md`, `docs/integrate/${PAGES[sdk] ?? sdk}.md`]) {
      pages[page] = fillPage(page, parts);
    }
  }
  return pages;
}

function block(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}
