// Files that follow from the code and are committed: written, or with --check only compared.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

export const ROOT = join(import.meta.dirname, '..');

/**
 * @param files text by path in the repository; formatted here
 * @param command that writes them, for the message of --check
 */
export async function writeGenerated(files, command) {
  const isCheck = process.argv.includes('--check');
  const stale = [];
  for (const [name, text] of Object.entries(files)) {
    const path = join(ROOT, name);
    const wanted = await formatted(path, text);
    if (read(path) === wanted) continue;
    stale.push(name);
    if (!isCheck) writeFileSync(path, wanted);
  }
  if (stale.length === 0) console.log(`Up to date: ${Object.keys(files).join(', ')}.`);
  else if (!isCheck) console.log(`Wrote ${stale.join(', ')}.`);
  else {
    console.error(`The code has changed: run "${command}" and commit ${stale.join(', ')}.`);
    process.exitCode = 1;
  }
}

/** As prettier has it; what it does not know stays as it is. */
async function formatted(path, text) {
  const options = { ...(await resolveConfig(path)), filepath: path };
  return /\.(json|ts|md)$/.test(path) ? format(text, options) : text;
}

/** A hand-written page in which everything between `<!-- name -->` and `<!-- /name -->` is made anew. */
export function fillPage(page, parts) {
  let text = read(join(ROOT, page)) ?? '';
  for (const [name, content] of Object.entries(parts)) {
    const place = new RegExp(`<!-- ${name} -->[^]*<!-- /${name} -->`);
    if (!place.test(text)) throw new Error(`${page} has no <!-- ${name} --> … <!-- /${name} -->`);
    text = text.replace(place, () => `<!-- ${name} -->\n\n${content}\n\n<!-- /${name} -->`);
  }
  return text;
}

export function markdownTable(head, rows) {
  return [head, head.map(() => '---'), ...rows].map(tableLine).join('\n');
}

function tableLine(cells) {
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
