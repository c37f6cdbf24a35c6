import { expect, it } from '@jest/globals';
import { parseRedisUrl } from './redis-url.js';

it('reads all parts of a URL with sentinels', () => {
  const url =
    'rediss+sentinel://me:p%40:1@a,b.example.com:26380,[::1]/main.1/3?sentinel_username=s&sentinel_password=a+b%26';
  expect(parseRedisUrl(url)).toEqual({
    kind: 'sentinel',
    sentinels: [
      { host: 'a', port: 26_379 },
      { host: 'b.example.com', port: 26_380 },
      { host: '::1', port: 26_379 },
    ],
    name: 'main.1',
    database: 3,
    username: 'me',
    password: 'p@:1',
    sentinelUsername: 's',
    sentinelPassword: 'a+b&',
    tls: true,
  });
});

it('omits parts that a URL does not contain', () => {
  expect(parseRedisUrl('redis+sentinel://:p@a/main')).toEqual({
    kind: 'sentinel',
    sentinels: [{ host: 'a', port: 26_379 }],
    name: 'main',
    database: 0,
    password: 'p',
    tls: false,
  });
  expect(parseRedisUrl('redis://cache/1')).toEqual({ kind: 'single', url: 'redis://cache/1', tls: false });
  expect(parseRedisUrl('rediss://cache')).toMatchObject({ kind: 'single', tls: true });
});

it('reads all parts of a URL of a cluster', () => {
  expect(parseRedisUrl('rediss+cluster://me:p%40:1@a,b.example.com:7000,[::1]')).toEqual({
    kind: 'cluster',
    nodes: [
      { host: 'a', port: 6379 },
      { host: 'b.example.com', port: 7000 },
      { host: '::1', port: 6379 },
    ],
    username: 'me',
    password: 'p@:1',
    tls: true,
  });
  expect(parseRedisUrl('redis+cluster://a/')).toEqual({
    kind: 'cluster',
    nodes: [{ host: 'a', port: 6379 }],
    tls: false,
  });
});
