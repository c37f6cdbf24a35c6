import { misuse } from './failure.js';
import type { Store } from './platform.js';
import type { SignMode } from './text.js';

export interface CommonOptions {
  /** 1–8 addresses such as `https://a.example.com`, in order of preference. A path before `/api` is kept. */
  hosts: string[];
  /** Key of the application. */
  appKey: string;
  /** Secret of the application. */
  appSecret: string;
  /** Public keys of the application in base64url. Without keys, the SDK cannot detect forged answers. */
  publicKeys?: string[];
  /** Signature mode of the application; default `hmac-sha256-path`. */
  signMode?: SignMode;
  /** Device id, 1–128 characters; by default the SDK determines and stores it. */
  deviceId?: string;
  /** Version of the program, which the panel shows. */
  version?: string;
  /** Seconds for which the program continues while no server can be reached, 0–86,400; default 600. */
  graceSec?: number;
  /** Timeout of a request in seconds, 1–300; default 10. */
  timeoutSec?: number;
  /** Seconds between heartbeats, 1–86,400; applies only if shorter than the server's `hg`. */
  heartbeatSec?: number;
}

/** Checked options, with defaults. */
export interface Settings {
  hosts: string[];
  appKey: string;
  appSecret: string;
  publicKeys: string[];
  signMode: SignMode;
  deviceId: string | undefined;
  version: string | undefined;
  graceMs: number;
  timeoutMs: number;
  heartbeatMs: number | undefined;
}

const NAMES = [
  'hosts',
  'appKey',
  'appSecret',
  'publicKeys',
  'signMode',
  'deviceId',
  'store',
  'version',
  'graceSec',
  'timeoutSec',
  'heartbeatSec',
];
const MODES: SignMode[] = ['hmac-sha256-path', 'hmac-sha256', 'md5'];
const HOST = /^https?:\/\/(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?(?:\/[A-Za-z0-9._~%/-]*)?$/;

/** Checks options; throws a misuse error with the name of the first invalid one. */
export function readOptions(options: CommonOptions & { store?: unknown }): Settings {
  if (typeof options !== 'object' || options === null) throw misuse('options: they must be an object');
  const unknown = Object.keys(options).filter((name) => NAMES.indexOf(name) < 0)[0];
  if (unknown !== undefined) throw misuse(`${unknown}: there is no such option`);
  const { hosts, appKey, appSecret, publicKeys = [], signMode = MODES[0]!, deviceId, version } = options;
  if (!Array.isArray(hosts) || hosts.length < 1 || hosts.length > 8) {
    throw misuse('hosts: it must be a list of 1 to 8 addresses');
  }
  hosts.forEach((host) => {
    if (typeof host !== 'string' || !HOST.test(host)) {
      throw misuse('hosts: an address must be like https://a.example.com');
    }
  });
  requireText('appKey', appKey, 64);
  requireText('appSecret', appSecret, 1024);
  if (!Array.isArray(publicKeys) || publicKeys.some((key) => typeof key !== 'string')) {
    throw misuse('publicKeys: it must be a list of texts');
  }
  if (MODES.indexOf(signMode) < 0) throw misuse(`signMode: it must be one of ${MODES.join(', ')}`);
  if (deviceId !== undefined) requireText('deviceId', deviceId, 128);
  if (version !== undefined) requireText('version', version, 64);
  const heartbeatSec = options.heartbeatSec;
  return {
    hosts: hosts.map((host) => host.replace(/\/+$/, '')),
    appKey,
    appSecret,
    publicKeys: publicKeys.slice(),
    signMode,
    deviceId,
    version,
    graceMs: 1000 * secondsOf('graceSec', options.graceSec, 600, 0, 86_400),
    timeoutMs: 1000 * secondsOf('timeoutSec', options.timeoutSec, 10, 0.001, 300),
    heartbeatMs:
      heartbeatSec === undefined ? undefined : 1000 * secondsOf('heartbeatSec', heartbeatSec, 0, 1, 86_400),
  };
}

/** Checks a store that the program supplies. */
export function isStore(store: unknown): store is Store {
  const { read, write } = (store ?? {}) as Partial<Store>;
  return typeof read === 'function' && typeof write === 'function';
}

function requireText(name: string, value: unknown, max: number): void {
  if (typeof value !== 'string' || value === '' || value.length > max) {
    throw misuse(`${name}: it must be a text of 1 to ${max} characters`);
  }
}

function secondsOf(name: string, value: unknown, usual: number, min: number, max: number): number {
  if (value === undefined) return usual;
  if (typeof value !== 'number' || !(value >= min && value <= max)) {
    throw misuse(`${name}: it must be a number of seconds from ${min} to ${max}`);
  }
  return value;
}
