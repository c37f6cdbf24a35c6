import type { Config } from 'jest';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as {
  dependencies: object;
};
const HERE = RegExp.escape(import.meta.dirname);
/** Packages that tests load as the product does: once. */
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
  // Jest would clear the objects of the test context after each file, including those shared with the next one.
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

/** The same end-to-end suites, once for each database engine; those in which it plays no part run on SQLite alone. */
const endToEnd = (engine: string) => ({
  ...shared,
  displayName: `e2e ${engine}`,
  testMatch: [`<rootDir>/test/e2e/**/*.{e2e,${engine}-e2e}-spec.ts`],
  globals: { LATCHKEY_TEST_ENGINE: engine },
});

/** The long hostile run: the same suites with higher counts, and suites that need a long run. */
const fuzz = (engine: string) => ({
  ...endToEnd(engine),
  displayName: `fuzz ${engine}`,
  testMatch: [`<rootDir>/test/e2e/hostile/*.{e2e,${engine}-e2e,fuzz}-spec.ts`],
});

/** The same suites once for each SDK, so that they run at once: they wait most of their time. */
const conformance = (sdk: string) => ({
  ...shared,
  displayName: `sdk ${sdk}`,
  testMatch: [`<rootDir>/sdks/{conformance,${sdk}}/*.sdk-spec.ts`],
  globals: { LATCHKEY_TEST_ENGINE: 'sqlite', LATCHKEY_TEST_SDK: sdk },
});

/** All session keepers at once: for long by `npm run test:soak`, and once through the faults with the other suites. */
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
  // Half a second by default: on a busy machine the end of a process takes longer, although nothing is left open.
  workerGracefulExitTimeout: 20_000,
} satisfies Config;
