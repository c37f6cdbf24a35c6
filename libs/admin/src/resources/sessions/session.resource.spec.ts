import { describe, expect, it } from '@jest/globals';
import { findingIndex } from '../../crud/list-plan.js';
import { SESSIONS } from './session.resource.js';

describe('the list of sessions', () => {
  it.each([
    [['deviceId'], 'ix_sessions_device'],
    [['deviceId', 'ip'], 'ix_sessions_device'],
    [['ip'], 'ix_sessions_ip'],
    [['ip', 'open'], 'ix_sessions_ip'],
  ])('with the filter %j is found by %s, which begins with one of its fields', (fields, index) => {
    expect(findingIndex(SESSIONS.indices, ['applicationId', ...fields])?.index).toBe(index);
  });
});
