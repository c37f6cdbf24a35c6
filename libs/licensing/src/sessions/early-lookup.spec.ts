import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Caller } from '@app/auth-signature';
import { EarlyLookup } from './early-lookup.js';
import { MemorySessionStore } from './memory-session-store.js';
import { hashToken } from './session-token.js';

const callerWith = (parameters: Record<string, string>) =>
  ({ parameters: new Map(Object.entries(parameters)) }) as unknown as Caller;

describe('EarlyLookup', () => {
  let store: MemorySessionStore;
  let early: EarlyLookup;
  beforeEach(() => {
    store = new MemorySessionStore();
    early = new EarlyLookup(store);
  });

  it('asks the store once, at its start', async () => {
    const find = jest.spyOn(store, 'find');
    const caller = callerWith({ token: 'T' });
    early.start(caller);
    expect(find).toHaveBeenCalledWith(hashToken('T'));
    expect(await early.find(caller, hashToken('T'))).toBeUndefined();
    expect(find).toHaveBeenCalledTimes(1);
  });

  it.each<Record<string, string>>([{}, { token: '' }])(
    'has nothing to ask for a request with %j',
    (parameters) => {
      const find = jest.spyOn(store, 'find');
      early.start(callerWith(parameters));
      expect(find).not.toHaveBeenCalled();
    },
  );

  it('answers for that request and that token alone', () => {
    const caller = callerWith({ token: 'T' });
    early.start(caller);
    expect(early.find(caller, hashToken('other'))).toBeUndefined();
    expect(early.find(callerWith({ token: 'T' }), hashToken('T'))).toBeUndefined();
  });

  it('a failure is told to whoever asks, and to nobody when the request was refused before', async () => {
    jest.spyOn(store, 'find').mockRejectedValue(new Error('lost'));
    const caller = callerWith({ token: 'T' });
    early.start(caller);
    await new Promise((resolve) => setImmediate(resolve));
    await expect(early.find(caller, hashToken('T'))).rejects.toThrow('lost');
  });
});
