import { defineConfig } from 'oxlint';

/** The libraries that each library may import. Apps may import all libraries; nothing may import an app. */
const MAY_IMPORT = {
  'module-hooks': [],
  platform: [],
  database: ['platform'],
  cluster: ['platform', 'database'],
  events: ['platform', 'database', 'cluster'],
  webhooks: ['platform', 'database', 'cluster', 'events'],
  notifiers: ['platform', 'database', 'cluster', 'events', 'mail', 'figures'],
  usage: ['platform', 'database', 'cluster', 'events'],
  applications: ['platform', 'database', 'cluster'],
  figures: ['platform', 'database', 'cluster', 'usage'],
  licensing: ['platform', 'database', 'cluster', 'events', 'usage', 'applications'],
  'auth-signature': ['platform', 'database', 'cluster', 'usage', 'applications', 'licensing'],
  orders: ['platform', 'database', 'cluster', 'events', 'applications', 'licensing', 'mail'],
  payments: ['platform', 'database', 'cluster', 'events', 'orders'],
  card: ['platform', 'database', 'usage', 'auth-signature', 'licensing'],
  user: ['platform', 'database', 'cluster', 'events', 'usage', 'auth-signature', 'licensing'],
  trial: ['platform', 'database', 'cluster', 'usage', 'auth-signature', 'licensing'],
  software: ['platform', 'database', 'auth-signature', 'licensing'],
  remote: ['platform', 'database', 'cluster', 'usage', 'auth-signature', 'licensing', 'sandbox'],
  paojiaoyun: ['platform', 'database', 'applications', 'auth-signature', 'licensing', 'software', 'remote'],
  portal: [
    'platform',
    'database',
    'cluster',
    'usage',
    'applications',
    'auth-signature',
    'licensing',
    'software',
  ],
  sandbox: ['platform'],
  mail: ['platform'],
  apply: ['platform', 'database', 'events', 'licensing', 'notifiers', 'payments', 'sandbox', 'webhooks'],
  backup: ['platform', 'database'],
  import: ['platform', 'database', 'licensing'],
  admin: [
    'platform',
    'database',
    'cluster',
    'events',
    'webhooks',
    'notifiers',
    'usage',
    'applications',
    'auth-signature',
    'licensing',
    'orders',
    'figures',
    'mail',
    'payments',
    'remote',
    'paojiaoyun',
    'sandbox',
    'import',
  ],
};

const LIBRARIES = Object.keys(MAY_IMPORT);

const INTERNALS = {
  group: ['@app/*/**'],
  message: 'Import a library by its index: @app/name.',
};
const OTHER_LIBRARYS_FILES = {
  group: ['**/src/**', '**/libs/**'],
  message: 'Import a library by its index: @app/name.',
};
const APPS = { group: ['**/apps/**'], message: 'Nothing may import an app.' };
const SANDBOX_ONLY = {
  group: ['isolated-vm'],
  message: 'Only libs/sandbox may import isolated-vm, since only this library runs foreign code.',
};

/** Returns the lint rule that limits the imports of one library. */
function layer([library, mayImport]: [string, string[]]) {
  const forbidden = LIBRARIES.filter((other) => !mayImport.includes(other));
  return {
    files: [`libs/${library}/**/*.ts`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            INTERNALS,
            OTHER_LIBRARYS_FILES,
            APPS,
            ...(library === 'sandbox' ? [] : [SANDBOX_ONLY]),
            {
              group: forbidden.map((other) => `@app/${other}`),
              message: `libs/${library} may not import this library: see MAY_IMPORT in oxlint.config.ts.`,
            },
          ],
        },
      ],
    },
  };
}

export default defineConfig({
  plugins: ['typescript', 'import', 'node', 'unicorn', 'oxc'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'warn' },
  options: { typeAware: true },
  ignorePatterns: ['dist', 'node_modules'],
  rules: {
    'import/no-cycle': 'error',
    'no-restricted-imports': ['error', { patterns: [INTERNALS, SANDBOX_ONLY] }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    // The TypeScript compiler checks more precisely whether every path returns.
    'typescript/consistent-return': 'off',
    'consistent-return': 'off',
    // The code uses type assertions where a framework declares a less precise type than that of the actual value.
    'typescript/no-unsafe-type-assertion': 'off',
    // Nest's modules are classes without members.
    'typescript/no-extraneous-class': 'off',
    // A variable for the result of a transaction often has the same name as a variable inside the transaction.
    'no-shadow': 'off',
    // Rows of one transaction are written one after another on purpose.
    'no-await-in-loop': 'off',
  },
  overrides: [
    {
      files: ['apps/**/*.ts', 'libs/**/*.ts'],
      rules: {
        // Here, circular imports of types are errors too. Elsewhere types may refer to each other, as in test helpers.
        'import/no-cycle': ['error', { ignoreTypes: false }],
        'node/no-process-env': 'error',
        'no-restricted-globals': ['error', { name: 'Date', message: 'Ask the Clock for the time.' }],
      },
    },
    { files: ['libs/platform/src/clock/*.ts'], rules: { 'no-restricted-globals': 'off' } },
    { files: ['libs/platform/src/config/*.ts'], rules: { 'node/no-process-env': 'off' } },
    {
      // Tests declare helpers beside their use, and copy objects and texts by spreading them.
      files: ['test/**', 'sdks/conformance/**', '**/*.spec.ts', '**/*.contract.ts'],
      rules: {
        'unicorn/consistent-function-scoping': 'off',
        'oxc/no-map-spread': 'off',
        'typescript/no-misused-spread': 'off',
      },
    },
    // Vite bundles the page's styles with this import.
    { files: ['portal-ui/src/main.tsx'], rules: { 'import/no-unassigned-import': 'off' } },
    {
      // react-admin passes arguments by position and types them loosely.
      files: ['admin-ui/**'],
      rules: {
        'no-unused-vars': [
          'error',
          { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
        ],
        'typescript/no-unnecessary-type-arguments': 'off',
        'typescript/no-unnecessary-type-assertion': 'off',
        'typescript/no-base-to-string': 'off',
        'typescript/no-misused-spread': 'off',
        'oxc/no-map-spread': 'off',
      },
    },
    {
      // The core of this SDK also runs on engines that support only ES5. In Auto.js, the objects of Java have no types.
      files: ['sdks/javascript/**'],
      rules: {
        'no-control-regex': 'off',
        'typescript/no-base-to-string': 'off',
        'typescript/no-misused-new': 'off',
        'typescript/no-unnecessary-type-assertion': 'off',
        'typescript/switch-exhaustiveness-check': 'off',
        'unicorn/consistent-function-scoping': 'off',
        'unicorn/no-array-sort': 'off',
        'unicorn/no-new-array': 'off',
        'unicorn/prefer-array-find': 'off',
      },
    },
    // Request bodies are classes only so that decorators can define rules. Copies need their fields, not their methods.
    { files: ['libs/admin/**/*.ts'], rules: { 'typescript/no-misused-spread': 'off' } },
    ...Object.entries(MAY_IMPORT).map(layer),
  ],
});
