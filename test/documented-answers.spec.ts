import { describe, expect, it } from '@jest/globals';
import { requireDocumented } from './support/documented-answers.js';

const REFUSAL = { statusCode: 404, code: 'not_found', params: { kind: 'card' }, message: 'There is none' };
const FAULT = { code: 'required', params: {}, message: 'is required' };
const INVALID = { statusCode: 422, code: 'invalid_fields', params: {}, message: 'name is required' };

describe('an answer of the admin API', () => {
  it.each<[string, number, object]>([
    ['a refusal', 404, REFUSAL],
    ['faults', 422, { ...INVALID, errors: { name: 'is required' }, faults: { name: FAULT } }],
    ['a refusal before the API is known', 413, { code: 413, message: 'too large', nonce: '', sign: '' }],
  ])('may be %s', (_, status, body) => {
    expect(() => requireDocumented('PATCH', '/cards/1', status, body)).not.toThrow();
  });

  it.each<[string, number, object]>([
    ['without a code', 404, { ...REFUSAL, code: undefined }],
    ['with a code of another status', 409, REFUSAL],
    ['without parameters', 404, { ...REFUSAL, params: undefined }],
    ['with an undocumented field', 404, { ...REFUSAL, hint: 'x' }],
    ['with a placeholder that was not filled in', 404, { ...REFUSAL, message: 'no such %{kind}' }],
    ['with a reason that has no code', 422, { ...INVALID, errors: { name: 'is required' } }],
    [
      'with a fault that has no code',
      422,
      { ...INVALID, errors: { name: 'x' }, faults: { name: { message: 'x' } } },
    ],
    ['with a status that this operation does not have', 405, REFUSAL],
  ])('cannot be a refusal %s', (_, status, body) => {
    expect(() => requireDocumented('PATCH', '/cards/1', status, body)).toThrow('PATCH /cards/1');
  });
});
