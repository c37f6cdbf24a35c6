import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SDKS = join(import.meta.dirname, '../sdks');
const read = (file: string) => readFileSync(join(SDKS, file), 'utf8');

/** Each place that contains the version of a package. */
const PLACES: [file: string, version: RegExp][] = [
  ['csharp/Latchkey.csproj', /<Version>(.+)<\/Version>/],
  ['go/request.go', /const Version = "(.+)"/],
  ['java/README.md', /<version>(.+)<\/version>/],
  ['java/pom.xml', /<version>(.+)<\/version>/],
  ['javascript/package.json', /"version": "(.+)"/],
  ['lua/latchkey.lua', /_VERSION = "(.+)"/],
  ['native/CMakeLists.txt', /project\(latchkey VERSION (\S+)/],
  ['native/src/protocol.hpp', /VERSION\[\] = "(.+)"/],
  ['php/composer.json', /"version": "(.+)"/],
  ['php/src/Internal/Http.php', /latchkey-php\/([^']+)/],
  ['python/pyproject.toml', /^version = "(.+)"/m],
  ['python/src/latchkey/__init__.py', /__version__ = "(.+)"/],
];

describe('the version of the SDKs', () => {
  const current = /^## (\S+)/m.exec(read('CHANGELOG.md'))![1]!;

  it.each(PLACES)('is the one of sdks/CHANGELOG.md in %s', (file, version) => {
    expect(`${file}: ${version.exec(read(file))?.[1]}`).toBe(`${file}: ${current}`);
  });

  it('is in the name of the rockspec, and in the rockspec', () => {
    const rockspec = `lua/latchkey-${current}-1.rockspec`;
    expect(globSync('lua/*.rockspec', { cwd: SDKS })).toEqual([rockspec]);
    expect(read(rockspec)).toContain(`version = "${current}-1"`);
  });

  it('is checked for every SDK', () => {
    const all = globSync('*/driver.json', { cwd: SDKS }).map((file) => file.split('/')[0]!);
    const checked = new Set(PLACES.map(([file]) => file.split('/')[0]!));
    expect(all.filter((sdk) => !checked.has(sdk))).toEqual([]);
  });
});
