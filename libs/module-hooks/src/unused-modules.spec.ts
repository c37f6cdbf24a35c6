import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const DIST = join(import.meta.dirname, '../../../dist');

/**
 * Prints the rules that class-validator applies to each class, with all modules or without the unused ones. Class names
 * are not printed, since derived classes have different names with and without the modules.
 */
const PRINT_RULES = `
  if (process.argv[1] === 'without') (await import('${DIST}/libs/module-hooks/src/index.js')).leaveOutUnusedModules();
  await import('${DIST}/apps/server/src/app.module.js');
  await import('${DIST}/apps/cli/src/commands/apply.js');
  const { getMetadataStorage } = await import('class-validator');
  const classes = [...getMetadataStorage().validationMetadatas.values()].map((rules) => {
    const texts = rules.map(({ propertyName, type, name, constraints, each }) =>
      JSON.stringify([propertyName, type, name, constraints?.map(String), each]));
    return [...new Set(texts)].toSorted().join(' ');
  });
  process.stdout.write(classes.toSorted().join('\\n'));`;

it('leaving out modules changes no validation rule', () => {
  const [all, used] = ['with', 'without'].map((modules) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', PRINT_RULES, modules], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    }).split('\n'),
  );
  expect(all!.length).toBeGreaterThan(100);
  expect(used).toEqual(all);
});
