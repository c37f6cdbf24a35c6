import { expect, it } from '@jest/globals';
import { promptOf } from './prompt';
import { LANGUAGES } from './snippets';

const VALUES = {
  server: 'https://licence.example',
  appKey: 'the-key',
  appSecret: 'YOUR_APP_SECRET',
  card: 'YOUR_CARD',
  key: undefined,
} as const;

it.each(['md5', 'hmac-sha256', 'hmac-sha256-path'] as const)(
  'a prompt for %s has rules, endpoints and program',
  async (signMode) => {
    const values = { ...VALUES, signMode };
    const program = await LANGUAGES[0]!.withoutSdk!.write(values);
    const prompt = promptOf({ language: 'curl', program, values });
    for (const words of ['the-key', 'YOUR_APP_SECRET', '/card/heartbeat', '/llms.txt', program.trimEnd()])
      expect(prompt).toContain(words);
    expect(prompt.includes('MD5')).toBe(signMode === 'md5');
    expect(prompt).not.toContain('Ed25519');
  },
);

it('a prompt names the public key of signed answers', () => {
  const values = { ...VALUES, signMode: 'md5', key: { keyId: 'k1', publicKey: 'abc' } } as const;
  expect(promptOf({ language: 'Lua', program: 'x', values })).toContain('public key abc (kid k1)');
});

it.each(LANGUAGES.flatMap(({ withoutSdk }) => withoutSdk ?? []))(
  'a prompt for $name says whether the program verifies signed answers',
  async ({ name, write, verifies, signModes: [signMode] = ['md5'] }) => {
    const values = { ...VALUES, signMode: signMode!, key: { keyId: 'k1', publicKey: 'abc' } };
    // Only Vite can import the programs of the quick start. Here an empty text replaces them: like them, it contains no
    // key.
    const program = await Promise.resolve(write(values)).catch(() => '');
    expect(program.includes('abc')).toBe(verifies === true);
    const prompt = promptOf({ language: name, program, values, verifies });
    expect(prompt.includes('as the program below does')).toBe(verifies === true);
    expect(prompt.includes('The program below does not verify answers yet')).toBe(!verifies);
  },
);

it('a prompt for a language with an SDK has the SDK, and nothing about signing', () => {
  const { sdk } = LANGUAGES.find(({ id }) => id === 'python')!.withSdk!;
  const prompt = promptOf({
    language: 'Python',
    program: 'the program',
    values: { ...VALUES, signMode: 'md5' },
    sdk,
  });
  for (const words of [
    'pip install',
    'https://licence.example/sdks/latchkey-python.tar.gz',
    'the-key',
    'the program',
  ])
    expect(prompt).toContain(words);
  expect(prompt).not.toContain('MD5');
});
