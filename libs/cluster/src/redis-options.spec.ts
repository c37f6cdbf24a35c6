import { expect, it } from '@jest/globals';
import { redisTarget, type ServerTarget } from './redis-options.js';

const serverTarget = (url: string, ca?: string) => redisTarget(url, ca, 1000) as ServerTarget;

it('passes the URL of a single Redis on, with an authority for its certificate', () => {
  const { url, options, hasSentinels } = serverTarget('rediss://cache', 'PEM');
  expect({ url, hasSentinels }).toEqual({ url: 'rediss://cache', hasSentinels: false });
  expect(options.tls).toEqual({ ca: 'PEM' });
  expect(serverTarget('redis://cache').options).not.toHaveProperty('tls');
});

it('reaches sentinels and the servers that they name with their own accounts', () => {
  const url = 'redis+sentinel://me:p@a,b:2/main/4?sentinel_username=s&sentinel_password=q';
  const { url: single, options, hasSentinels } = serverTarget(url);
  expect({ single, hasSentinels }).toEqual({ single: undefined, hasSentinels: true });
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
  expect(serverTarget('rediss+sentinel://a/main', 'PEM').options).toMatchObject({
    tls: { ca: 'PEM' },
    sentinelTLS: { ca: 'PEM' },
    enableTLSForSentinelMode: true,
  });
  expect(serverTarget('rediss+sentinel://a/main').options).toMatchObject({
    tls: {},
    sentinelTLS: {},
  });
});

it('reaches all nodes of a cluster with one account, and sends no command twice', () => {
  expect(redisTarget('rediss+cluster://me:p@a,b:2', 'PEM', 1000)).toMatchObject({
    kind: 'cluster',
    nodes: [
      { host: 'a', port: 6379 },
      { host: 'b', port: 2 },
    ],
    options: {
      retryDelayOnFailover: 0,
      retryDelayOnClusterDown: 0,
      redisOptions: {
        username: 'me',
        password: 'p',
        tls: { ca: 'PEM' },
        commandTimeout: 1000,
        autoResendUnfulfilledCommands: false,
      },
    },
  });
});
