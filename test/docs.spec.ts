import { describe, expect, it } from '@jest/globals';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const pages = globSync(['*.md', 'docs/**/*.md', 'sdks/**/*.md', 'test/*.md'], { cwd: ROOT });

/** Returns the anchors of a page's headings, as GitHub creates them. */
function anchorsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Returns the parts of a page that must be the same in its translation. */
function outlineOf(page: string) {
  const blocks = [...read(page).matchAll(/^```(\w*)\n([^]*?)^```/gm)].map(([block]) => block);
  const prose = read(page).replace(/^```[^]*?^```/gm, '');
  return {
    headings: [...prose.matchAll(/^(#+) /gm)].map(([, level]) => level),
    tables: [...prose.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) => table.split('\n').length),
    lists: [...prose.matchAll(/^\s*(?:-|\d+\.) /gm)].length,
    links: [...prose.matchAll(/\]\(([^)]*)\)/g)]
      .map(([, target]) => target!.replace('.zh-CN.md', '.md').replace(/\.md#.*|^#.*/, '.md'))
      .toSorted(),
    blocks,
  };
}

describe('the documents', () => {
  it.each(pages)('%s has only working links', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
    const broken = links.filter(([, path = '', anchor]) => {
      const target = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path));
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it.each(['SECURITY.md', 'docs/reliability.md', 'docs/operations.md'])(
    'no table in %s has two rows with the same name',
    (page) => {
      const tables = read(page).match(/(?:^\|.*\n)+/gm)!;
      const doubled = tables.flatMap((table) => {
        const names = [...table.matchAll(/^\| +(.+?) +\|/gm)].map(([, name]) => name!);
        return names.filter((name, at) => names.indexOf(name) !== at);
      });
      expect(doubled).toEqual([]);
    },
  );

  it('SECURITY.md names an existing suite for each promise', () => {
    const promises = read('SECURITY.md').match(/## Promises\n[^]*?(?=\n## )/)![0];
    const rows = [...promises.matchAll(/^\| (?!against|-).*\| (.+?) +\|$/gm)];
    expect(rows.length).toBeGreaterThan(15);
    for (const [row, suites] of rows) {
      const names = [...suites!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
      const missing = names.filter(
        (name) =>
          !['e2e', 'sqlite-e2e', 'panel'].some((kind) =>
            existsSync(join(import.meta.dirname, `${name}.${kind}-spec.ts`)),
          ),
      );
      expect({ row, named: names.length > 0, missing }).toEqual({ row, named: true, missing: [] });
    }
  });

  it.each(['protocol', 'paojiaoyun'])(
    'docs/%s.zh-CN.md has the headings, tables, lists and code of the English page',
    (page) => {
      const [english, chinese] = [`docs/${page}.md`, `docs/${page}.zh-CN.md`].map(outlineOf);
      expect(english!.headings.length).toBeGreaterThan(5);
      expect(chinese).toEqual(english);
    },
  );

  it.each(['csharp', 'java'])('each login in docs/integrate/%s.md survives an empty card', (language) => {
    const blocks = [...read(`docs/integrate/${language}.md`).matchAll(/^```\w*\n[^]*?^```/gm)];
    const logins = blocks.map(([block]) => block).filter((block) => /\.login(?:Async)?\(/i.test(block));
    expect(logins.length).toBeGreaterThan(1);
    for (const login of logins) expect(login).toContain('MisuseException');
  });

  it.each(['docs/integrate/python.md', 'sdks/python/README.md'])(
    '%s lists the methods of AsyncClient that are no coroutine functions',
    (page) => {
      const [client] = /^class AsyncClient:[^]*?(?=^class )/m.exec(read('sdks/python/src/latchkey/aio.py'))!;
      const names = [...client.matchAll(/(?<!@property\n) {4}def ([a-z]\w*)\(/g)].map(([, name]) => name!);
      expect(names.toSorted()).toEqual(['keep', 'request_code', 'server_time']);
      const [section] = /^##+ asyncio\n[^]*?(?=^##+ |$(?![^]))/m.exec(read(page))!;
      for (const name of names) expect(section).toContain(`\`${name}`);
    },
  );

  it('docs/faq.md quotes messages that the server has', () => {
    const sources = globSync('{apps,libs}/**/*.ts', { cwd: ROOT }).map(read).join('\n');
    const tables = [...read('docs/faq.md').matchAll(/<!-- faq-messages -->([^]*?)<!-- \/faq-messages -->/g)];
    const quoted = tables.flatMap(([table]) =>
      [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, text]) => text!),
    );
    expect(quoted.length).toBeGreaterThan(8);
    expect(quoted.filter((text) => !sources.includes(text))).toEqual([]);
  });
});
