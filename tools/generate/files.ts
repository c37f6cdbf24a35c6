import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

export const ROOT = join(import.meta.dirname, '../..');

/** Writes `files`, which maps paths in the repository to texts. With --check, only reports which files are stale. */
export async function writeFiles(files: Record<string, string>): Promise<void> {
  const isCheck = process.argv.includes('--check');
  const stale: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const path = join(ROOT, name);
    const wanted = await formatted(path, text);
    if (existsSync(path) && readFileSync(path, 'utf8') === wanted) continue;
    stale.push(name);
    if (!isCheck) writeFileSync(path, wanted);
  }
  if (stale.length === 0) console.log(`Up to date: ${Object.keys(files).join(', ')}.`);
  else if (!isCheck) console.log(`Wrote ${stale.join(', ')}.`);
  else {
    console.error(`The code has changed: run "npm run generate" and commit ${stale.join(', ')}.`);
    process.exitCode = 1;
  }
}

/** Returns a text formatted by prettier. A file type that prettier does not support is returned unchanged. */
async function formatted(path: string, text: string): Promise<string> {
  const options = { ...(await resolveConfig(path)), filepath: path };
  return /\.(json|ts|md)$/.test(path) ? format(text, options) : text;
}

/**
 * Returns a hand-written page in which each part replaces the text between `<!-- name -->` and `<!-- /name -->`.
 * @param parts maps names to texts
 */
export function fillPage(page: string, parts: Record<string, string>): string {
  let text = readFileSync(join(ROOT, page), 'utf8');
  for (const [name, content] of Object.entries(parts)) {
    const place = new RegExp(`<!-- ${name} -->[^]*<!-- /${name} -->`);
    if (!place.test(text)) throw new Error(`${page} has no <!-- ${name} --> … <!-- /${name} -->`);
    text = text.replace(place, () => `<!-- ${name} -->\n\n${content}\n\n<!-- /${name} -->`);
  }
  return text;
}

type Cell = string | number | undefined;

export function markdownTable(head: string[], rows: Cell[][]): string {
  return [head, head.map(() => '---'), ...rows].map(tableLine).join('\n');
}

function tableLine(cells: Cell[]): string {
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
}
