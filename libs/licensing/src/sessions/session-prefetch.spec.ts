import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ClientCall } from '../client-call.js';
import { MemorySessionCache } from './memory-session-cache.js';
import { SessionPrefetch } from './session-prefetch.js';
import { hashToken } from './session-token.js';

const newCall = () => ({}) as ClientCall;

describe('SessionPrefetch', () => {
  let store: MemorySessionCache;
  let prefetch: SessionPrefetch;
  beforeEach(() => {
    store = new MemorySessionCache();
    prefetch = new SessionPrefetch(store);
  });

  it('asks the store once, at its start', async () => {
    const find = jest.spyOn(store, 'find');
    const call = newCall();
    prefetch.start(call, 'T');
    expect(find).toHaveBeenCalledWith(hashToken('T'));
    expect(await prefetch.find(call, hashToken('T'))).toBeUndefined();
    expect(find).toHaveBeenCalledTimes(1);
  });

  it('answers for that call and that token alone', () => {
    const call = newCall();
    prefetch.start(call, 'T');
    expect(prefetch.find(call, hashToken('other'))).toBeUndefined();
    expect(prefetch.find(newCall(), hashToken('T'))).toBeUndefined();
  });

  it('a failure is passed to the reader, and ignored when the call was refused before', async () => {
    jest.spyOn(store, 'find').mockRejectedValue(new Error('lost'));
    const call = newCall();
    prefetch.start(call, 'T');
    await new Promise((resolve) => setImmediate(resolve));
    await expect(prefetch.find(call, hashToken('T'))).rejects.toThrow('lost');
  });
});
