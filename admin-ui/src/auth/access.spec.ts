import { describe, expect, it } from '@jest/globals';
import type { Role } from '../api/types';
import { mayDo } from './access';

describe('mayDo', () => {
  it.each<[Role, string, string, boolean]>([
    ['viewer', 'cards', 'list', true],
    ['viewer', 'cards', 'edit', false],
    ['operator', 'cards', 'edit', true],
    ['operator', 'cards', 'freeze', true],
    ['viewer', 'cards', 'freeze', false],
    ['operator', 'cards', 'export', true],
    ['viewer', 'cards', 'export', false],
    ['operator', 'card-jobs', 'bulk', true],
    ['manager', 'functions', 'versions/{version}/restore', true],
    ['operator', 'functions', 'versions/{version}/restore', false],
    ['manager', 'applications', 'create', false],
    ['owner', 'applications', 'create', true],
    ['owner', 'cards', 'no-such-action', false],
  ])('%s, %s, %s: %p', (role, resource, action, may) => {
    expect(mayDo(role, resource, action)).toBe(may);
  });
});
