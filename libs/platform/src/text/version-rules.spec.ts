import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { compareVersions, parseVersion, versionIdentity } from './version-rules.js';

const compare = (a: string, b: string) => Math.sign(compareVersions(parseVersion(a)!, parseVersion(b)!));
const identity = (text: string) => versionIdentity(parseVersion(text)!);

describe('parseVersion', () => {
  it.each([
    '0',
    '1',
    '1.0',
    '1.2.3',
    '1.2.3.4.5.6',
    'v1.0',
    'V1.0',
    '01.002',
    '20260115.1',
    '1.0-beta',
    '1.0.0-alpha.1',
    '1.0.0--',
    '1.0.0-x-y-z.4',
    '1.0.0-01',
    '1.0.0+build',
    '1.0.0-rc.1+build.7-a',
    '9'.repeat(256),
  ])('reads %j', (text) => {
    expect(parseVersion(text)).toBeDefined();
  });

  it.each([
    '',
    ' ',
    'v',
    'latest',
    'x1',
    'vv1',
    'v 1',
    'v.1',
    '.1',
    '1.',
    '1..2',
    '1.0 ',
    ' 1.0',
    '1.0\n',
    '1,0',
    '-1',
    '1.-2',
    '1.x',
    '1.*',
    '1.0beta',
    '1.0-',
    '1.0-a..b',
    '1.0-.a',
    '1.0-ä',
    '1.0_1',
    '1.0+',
    '1.0+a+b',
    '1.0+a..b',
    '١.٢',
    '1e3',
    '0x10',
    '9'.repeat(257),
  ])('does not read %j', (text) => {
    expect(parseVersion(text)).toBeUndefined();
  });

  it('refuses long text quickly', () => {
    expect(parseVersion(`1-${'a-.'.repeat(100_000)}`)).toBeUndefined();
    expect(parseVersion(`1-${'-'.repeat(253)}!`)).toBeUndefined();
  });
});

describe('compareVersions', () => {
  it.each([
    ['1.10', '1.9'],
    ['1.10.0', '1.9.99'],
    ['2', '1.999.999'],
    ['1.0.0.1', '1.0.0'],
    ['1.2.3.4.10', '1.2.3.4.9'],
    ['v2.0', '1.0'],
    ['1.0', 'v0.9'],
    ['9007199254740993', '9007199254740992'],
    ['1.9007199254740993', '1.9007199254740992'],
    ['1.0.0-9007199254740993', '1.0.0-9007199254740992'],
    ['1.100000000000000000000', '1.99999999999999999999'],
    ['1.0.0', '1.0.0-beta'],
    ['1.0', '1.0.0-beta'],
    ['1.0.1-alpha', '1.0.0'],
    ['1.0.0-alpha.1', '1.0.0-alpha'],
    ['1.0.0-alpha.beta', '1.0.0-alpha.1'],
    ['1.0.0-beta', '1.0.0-alpha.beta'],
    ['1.0.0-beta.2', '1.0.0-beta'],
    ['1.0.0-beta.11', '1.0.0-beta.2'],
    ['1.0.0-rc.1', '1.0.0-beta.11'],
    ['1.0.0-a', '1.0.0-A'],
    ['1.0.0-1a', '1.0.0-2'],
    ['1.0.0--1', '1.0.0-1'],
    ['1.0.0-beta2', '1.0.0-beta10'],
    ['1.0.0', '1.0.0-beta+build9'],
  ])('%s is greater than %s', (greater, less) => {
    expect(compare(greater, less)).toBe(1);
    expect(compare(less, greater)).toBe(-1);
    expect(identity(greater)).not.toBe(identity(less));
  });

  it.each([
    ['1', '1.0'],
    ['1.0', '1.0.0.0'],
    ['0', '0.0'],
    ['v1.0', '1.0'],
    ['V1.0', 'v1'],
    ['1.01', '1.1'],
    ['1.0.0+a', '1.0.0+b'],
    ['1.0.0+a', '1.0.0'],
    ['1.0.0-beta+a', '1-beta'],
    ['1.0.0-01', '1.0.0-1'],
  ])('%s is %s', (a, b) => {
    expect(compare(a, b)).toBe(0);
    expect(compare(b, a)).toBe(0);
    expect(identity(a)).toBe(identity(b));
  });
});

/**
 * Most numbers are small, so that many versions are equal or close to each other. Some numbers are too large for a
 * double.
 */
const number = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 3 }).map(String) },
  fc.bigInt({ min: 2n ** 53n - 2n, max: 2n ** 53n + 2n }).map(String),
);
const word = fc.oneof(
  fc.constantFrom('a', 'A', 'b', '-', 'beta', '1a', '0a'),
  fc.stringMatching(/^[A-Za-z-]{1,3}$/),
);
const identifiers = fc.array(fc.oneof(number, word), { minLength: 1, maxLength: 3 });
const suffix = (sign: string) =>
  fc.option(identifiers, { nil: undefined }).map((list) => (list ? sign + list.join('.') : ''));

const semver = fc
  .tuple(fc.tuple(number, number, number), suffix('-'), suffix('+'))
  .map(([numbers, pre, build]) => numbers.join('.') + pre + build);
const version = fc
  .tuple(
    fc.constantFrom('', 'v', 'V'),
    fc.array(number, { minLength: 1, maxLength: 5 }),
    suffix('-'),
    suffix('+'),
  )
  .map(([v, numbers, pre, build]) => v + numbers.join('.') + pre + build);

describe('the order of versions', () => {
  it('is antisymmetric', () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(compare(a, b) + compare(b, a)).toBe(0);
      }),
    );
  });

  it('is transitive', () => {
    fc.assert(
      fc.property(version, version, version, (...texts) => {
        const [a, b, c] = texts.toSorted(compare) as [string, string, string];
        expect(compare(a, b)).toBeLessThanOrEqual(0);
        expect(compare(b, c)).toBeLessThanOrEqual(0);
        expect(compare(a, c)).toBe(Math.min(compare(a, b), compare(b, c)));
      }),
      { numRuns: 1000 },
    );
  });

  it('considers versions equal exactly if their identities are equal', () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(identity(a) === identity(b)).toBe(compare(a, b) === 0);
      }),
      { numRuns: 1000 },
    );
  });

  it('ignores a leading v, trailing zeros and build metadata', () => {
    const plain = fc.tuple(fc.array(number, { minLength: 1, maxLength: 3 }), suffix('-'));
    fc.assert(
      fc.property(plain, fc.nat(3), suffix('+'), ([numbers, pre], zeros, build) => {
        const padded = `v${numbers.join('.')}${'.0'.repeat(zeros)}${pre}${build}`;
        expect(compare(padded, numbers.join('.') + pre)).toBe(0);
      }),
    );
  });

  it('is the precedence of semver on valid semver', () => {
    fc.assert(
      fc.property(semver, semver, (a, b) => {
        expect(compare(a, b)).toBe(semverPrecedence(a, b));
      }),
      { numRuns: 2000 },
    );
  });
});

/** Implements section 11 of semver 2.0.0 word by word, in a different way than the code under test. */
function semverPrecedence(a: string, b: string): number {
  const [coreA, preA] = withoutBuild(a);
  const [coreB, preB] = withoutBuild(b);
  for (const position of [0, 1, 2]) {
    const order = byDigits(coreA.split('.')[position]!, coreB.split('.')[position]!);
    if (order !== 0) return order;
  }
  if (preA === undefined && preB === undefined) return 0;
  if (preA === undefined) return 1;
  if (preB === undefined) return -1;
  const [restA, restB] = [preA.split('.'), preB.split('.')];
  for (;;) {
    const [x, y] = [restA.shift(), restB.shift()];
    if (x === undefined && y === undefined) return 0;
    if (x === undefined) return -1;
    if (y === undefined) return 1;
    const numeric = [x, y].map((text) => [...text].every((digit) => '0123456789'.includes(digit)));
    if (numeric[0] !== numeric[1]) return numeric[0] ? -1 : 1;
    const order = numeric[0] ? byDigits(x, y) : Buffer.compare(Buffer.from(x), Buffer.from(y));
    if (order !== 0) return order;
  }
}

function withoutBuild(text: string): [core: string, preRelease: string | undefined] {
  const plus = text.indexOf('+');
  const rest = plus < 0 ? text : text.slice(0, plus);
  const dash = rest.indexOf('-');
  return dash < 0 ? [rest, undefined] : [rest.slice(0, dash), rest.slice(dash + 1)];
}

/** Compares numbers without leading zeros as texts: the longer one is greater. */
function byDigits(a: string, b: string): number {
  if (a.length !== b.length) return a.length < b.length ? -1 : 1;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
