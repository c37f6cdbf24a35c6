import { expect, it } from '@jest/globals';
import { redisTarget } from './redis-options.js';

it('passes on the URL of a single Redis, with the authority of its certificate', () => {
  const { url, options } = redisTarget('rediss://cache', 'PEM', 1000);
  expect(url).toBe('rediss://cache');
  expect(options.tls).toEqual({ ca: 'PEM' });
  expect(redisTarget('redis://cache', undefined, 1000).options).not.toHaveProperty('tls');
});

it('uses separate accounts for the sentinels and for the servers that they name', () => {
  const url = 'redis+sentinel://me:p@a,b:2/main/4?sentinel_username=s&sentinel_password=q';
  const { url: single, options } = redisTarget(url, undefined, 1000);
  expect(single).toBeUndefined();
  expect(options).toMatchObject({
    sentinels: [
      { host: 'a', port: 26_379 },
      { host: 'b', port: 2 },
    ],
    name: 'main',
    db: 4,
    username: 'me',
    password: 'p',
    sentinelUsername: 's',
    sentinelPassword: 'q',
  });
  expect(options).not.toHaveProperty('tls');
  expect(options).not.toHaveProperty('sentinelTLS');
});

it('encrypts the connections to sentinels and servers alike', () => {
  expect(redisTarget('rediss+sentinel://a/main', 'PEM', 1000).options).toMatchObject({
    tls: { ca: 'PEM' },
    sentinelTLS: { ca: 'PEM' },
    enableTLSForSentinelMode: true,
  });
  expect(redisTarget('rediss+sentinel://a/main', undefined, 1000).options).toMatchObject({
    tls: {},
    sentinelTLS: {},
  });
});

it('reaches the nodes of a cluster with one account', () => {
  const { url, options, nodes } = redisTarget('rediss+cluster://me:p@a,b:2', 'PEM', 1000);
  expect(url).toBeUndefined();
  expect(nodes).toEqual([
    { host: 'a', port: 6379 },
    { host: 'b', port: 2 },
  ]);
  expect(options).toMatchObject({ username: 'me', password: 'p', tls: { ca: 'PEM' } });
});
