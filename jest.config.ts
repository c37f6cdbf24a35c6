import type { Config } from 'jest';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as {
  dependencies: object;
};
const HERE = RegExp.escape(import.meta.dirname);
/** Packages that Node loads once per worker, so that the tests and the product's modules share them. */
const PACKAGES = [...Object.keys(dependencies), '@nestjs/testing', 'playwright-core'].join('|');

const SDKS = globSync('sdks/*/driver.json', { cwd: import.meta.dirname }).map((file) =>
  basename(dirname(file)),
);

const shared = {
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^@app/(.*)$': '<rootDir>/libs/$1/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  testEnvironment: '<rootDir>/test/jest/environment.ts',
  // By default, jest clears the objects of the test context after each file. The next file still needs some of them.
  testEnvironmentOptions: { globalsCleanup: 'off' },
  transformIgnorePatterns: [`/node_modules/(?!(?:${PACKAGES})/)`],
  transform: {
    [`/node_modules/|${HERE}/(?:libs|apps)/(?!.*\\.(?:spec|contract)\\.ts$)`]:
      '<rootDir>/test/jest/built-modules.ts',
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
};

/** End-to-end suites on a database engine. Suites for which the engine makes no difference run only on SQLite. */
const endToEnd = (engine: string) => ({
  ...shared,
  displayName: `e2e ${engine}`,
  testMatch: [`<rootDir>/test/e2e/**/*.{e2e,${engine}-e2e}-spec.ts`],
  globals: { LATCHKEY_TEST_ENGINE: engine },
});

/**
 * The long run of the suites in test/e2e/hostile: the normal suites with higher counts, and the suites that run only
 * here.
 */
const fuzz = (engine: string) => ({
  ...endToEnd(engine),
  displayName: `fuzz ${engine}`,
  testMatch: [`<rootDir>/test/e2e/hostile/*.{e2e,${engine}-e2e,fuzz}-spec.ts`],
});

/**
 * The suites of one SDK. Each SDK has its own project, so that jest runs the suites of different SDKs at the same time;
 * the suites spend most of their time waiting.
 */
const conformance = (sdk: string) => ({
  ...shared,
  displayName: `sdk ${sdk}`,
  testMatch: [`<rootDir>/sdks/{conformance,${sdk}}/*.sdk-spec.ts`],
  globals: { LATCHKEY_TEST_ENGINE: 'sqlite', LATCHKEY_TEST_SDK: sdk },
});

/**
 * The test of all session keepers at once. With `npm run test:soak` it runs for a long time; with the other suites, it
 * goes through the faults once.
 */
const soak = {
  ...shared,
  displayName: 'soak',
  testMatch: ['<rootDir>/sdks/conformance/soak/*.soak-spec.ts'],
  globals: { LATCHKEY_TEST_ENGINE: 'sqlite' },
};

export default {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,libs,admin-ui/src}/**/*.spec.ts', '<rootDir>/test/*.spec.ts'],
    },
    endToEnd('sqlite'),
    endToEnd('mysql'),
    fuzz('sqlite'),
    fuzz('mysql'),
    {
      ...shared,
      displayName: 'panel',
      testMatch: ['<rootDir>/test/panel/**/*.panel-spec.ts'],
      globals: { LATCHKEY_TEST_ENGINE: 'sqlite' },
    },
    ...SDKS.map(conformance),
    soak,
  ],
  reporters: ['default', '<rootDir>/test/jest/closing-line-reporter.ts'],
  testSequencer: '<rootDir>/test/jest/longest-first.ts',
  testTimeout: 300_000,
  // The default is half a second. On a busy machine, a worker process takes longer to end, although nothing is left
  // open.
  workerGracefulExitTimeout: 20_000,
} satisfies Config;
