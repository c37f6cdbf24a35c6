import { beforeAll, describe, expect, it } from '@jest/globals';
import { RemoteFunction } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { applyFile, faultsOfApply } from '../../support/apply-file.js';
import { TestServer } from '../../support/test-server.js';

const CARDS = {
  card_types: [{ name: 'Day', duration: { unit: 'days', amount: 1 } }],
  cards: [{ card: 'C', card_type: 'Day' }],
};
const APP = {
  name: 'App',
  ...CARDS,
  variables: [{ key: 'k', value: 'v' }],
  functions: [{ name: 'f', source: 'function f() {}' }],
  versions: [
    { version: 'v1.0', url: 'u' },
    { version: '1.0+build', url: 'u', channel: 'beta' },
  ],
  data: [
    { key: 'k', value: 'v' },
    { key: 'k', value: 'v', scope: 'card', card: 'C' },
  ],
};

describe('apply refuses, and changes nothing,', () => {
  const server = TestServer.forSuite();
  beforeAll(async () => {
    const other = { name: 'Other', ...CARDS, cards: [{ card: 'Theirs', card_type: 'Day' }] };
    await applyFile(server, { applications: [APP, other] });
    server.clock.advance(60);
  });

  const faultsOf = (...applications: object[]) => faultsOfApply(server, { applications });

  it('data of a card that the application does not have, even if another application has it', async () => {
    const data = ['C', 'Theirs', 'c', 'New'].map((card) => ({ key: 'k', value: 'new', scope: 'card', card }));
    expect(await faultsOf({ name: 'App', data })).toEqual([
      'applications[0].data[1].card: application App has no card Theirs',
      'applications[0].data[2].card: application App has no card c',
      'applications[0].data[3].card: application App has no card New',
    ]);
  });

  it.each([
    ['1.0', undefined, 'stable', 'v1.0'],
    ['V1', undefined, 'stable', 'v1.0'],
    ['1.0.0+other', 'stable', 'stable', 'v1.0'],
    ['1.0', 'beta', 'beta', '1.0+build'],
  ])('another spelling of an existing version: %s', async (version, channel, place, text) => {
    const versions = [
      { version: '0.9', url: 'u', channel },
      { version, url: 'u', channel },
    ];
    expect(await faultsOf({ name: 'App', versions })).toEqual([
      `applications[0].versions[1].version: the channel ${place} already has this version, written as ${text}`,
    ]);
  });

  it('two spellings of one version in the file', async () => {
    const versions = ['2.0', 'v2.0'].map((version) => ({ version, url: 'u' }));
    expect(await faultsOf({ name: 'App', versions })).toEqual([
      'applications[0].versions[1] repeats the version 2.0 of the channel stable',
    ]);
  });

  it('the whole file because of a single fault, and lists every fault', async () => {
    const data = [{ key: 'other', value: 'v', scope: 'card', card: 'X' }];
    const changed = {
      variables: [{ key: 'k', value: 'changed' }],
      functions: [
        { name: 'f', source: 'changed' },
        { name: 'toString', source: 'function other() {}' },
      ],
    };
    const faults = await faultsOf(
      { ...APP, name: 'New' },
      { name: 'App', ...changed, versions: [{ version: '1', url: 'u' }], data },
      { name: 'Other', cards: [{ card: 'n', card_type: 'X' }], data },
    );
    expect(faults).toEqual([
      'applications[1].functions[0].source fails to load: ReferenceError: changed is not defined',
      'applications[1].functions[1].source does not define a function named toString; add one, such as function toString() { … }',
      'applications[1].versions[0].version: the channel stable already has this version, written as v1.0',
      'applications[1].data[0].card: application App has no card X',
      'applications[2].cards[0].card_type: application Other has no card type X',
      'applications[2].data[0].card: application Other has no card X',
    ]);
  });

  it('data of a card that is itself refused, with the fault of the card and of the data', async () => {
    const cards = [{ card: 'n', card_type: 'X' }];
    const data = [{ key: 'k', value: 'v', scope: 'card', card: 'n' }];
    expect(await faultsOf({ name: 'App', cards, data })).toEqual([
      'applications[0].cards[0].card_type: application App has no card type X',
      'applications[0].data[0].card: application App has no card n',
    ]);
  });
});

describe('apply checks the sources of functions', () => {
  const generous = TestServer.forSuite({ FUNCTION_MEMORY_MB: '256' });
  const strict = TestServer.forSuite({ FUNCTION_TIMEOUT_MS: '300' });
  const file = (...functions: object[]) => ({ applications: [{ name: 'App', functions }] });
  const slow = 'for (const end = Date.now() + 1500; Date.now() < end; );\nfunction slow() {}';
  const large = 'const rows = new Array(6e6).fill(0.5);\nfunction large() {}';

  it('within the limits of the server, as the panel does', async () => {
    const owner = await AdminClient.owner(generous);
    for (const [name, source] of Object.entries({ slow, large })) {
      await applyFile(generous, file({ name, source }));
      const { applicationId } = await generous.dataSource.manager.findOneByOrFail(RemoteFunction, { name });
      const again = { applicationId, name: `${name}_2`, source: source.replace(`${name}()`, `${name}_2()`) };
      expect(await owner.post('/functions', again)).toMatchObject({ status: 201 });
    }
    expect(await faultsOfApply(strict, file({ name: 'slow', source: slow }))).toEqual([
      'applications[0].functions[0].source fails to load: it takes longer than 300 ms',
    ]);
  });

  it('within the memory of the function', async () => {
    const faults = ['applications[0].functions[0].source fails to load: it needs more than 16 MiB of memory'];
    const [name, memory_mb] = ['hungry', 16];
    const hungry = large.replace('large', name);
    expect(await faultsOfApply(generous, file({ name, source: hungry, memory_mb }))).toEqual(faults);
    await applyFile(generous, file({ name, source: 'function hungry() {}', memory_mb }));
    expect(await faultsOfApply(generous, file({ name, source: hungry }))).toEqual(faults);
    await applyFile(generous, file({ name, source: hungry, memory_mb: null }));
  });
});
