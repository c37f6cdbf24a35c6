import { ConfigurationError, errorMessage, NotReadyError, type StartupError, tlsAdvice } from '@app/platform';

/** Permanent faults, which last until the settings of Latchkey or Redis are changed. */
const STAYS: [pattern: RegExp, advice: string][] = [
  [
    /^failed to connect to sentinel .* because (NOAUTH|WRONGPASS|NOPERM|ERR invalid password)/,
    'set the account of the sentinels in REDIS_URL: ?sentinel_password=…, and ?sentinel_username=… if the account has a name',
  ],
  [
    /^connected to sentinel .* invalid reply: null/,
    "the sentinel does not know the primary: check the primary's name in REDIS_URL, as in redis+sentinel://host:26379/mymaster",
  ],
  [/^NOAUTH/, 'Redis requires a password: set the password in REDIS_URL, as redis://:password@host:6379'],
  [/^(WRONGPASS|ERR invalid password)/, 'check the name and the password in REDIS_URL'],
  [
    /^DENIED/,
    'Redis is in protected mode, in which other machines need a password: set requirepass in Redis, and the password in REDIS_URL',
  ],
  [/^NOPERM/, 'allow the account of REDIS_URL all commands on keys and channels that begin with latchkey:'],
  [/^ERR (invalid )?DB index/i, 'check the number of the database at the end of REDIS_URL'],
  [
    /^ERR This instance has cluster support disabled/,
    'the server does not belong to a cluster: write redis://host:6379 in REDIS_URL',
  ],
  [/^Protocol error/, 'the server is not Redis, or requires TLS: write rediss:// in REDIS_URL'],
];

/**
 * Checks the response to `INFO server`.
 * @throws ConfigurationError if the server is a sentinel or part of a cluster
 */
export function requireServer(info: string): void {
  const [, mode] = /^redis_mode:(\w+)/m.exec(info) ?? [];
  if (mode === 'sentinel') {
    throw new ConfigurationError(
      'REDIS_URL names a sentinel: write redis+sentinel://host:26379,host:26379/mymaster, with all sentinels',
    );
  }
  if (mode === 'cluster') {
    throw new ConfigurationError(
      'REDIS_URL names a node of a Redis Cluster: write redis+cluster://host:6379,host:6379, with all primaries',
    );
  }
}

/**
 * Explains why Redis is not usable, and how to fix the fault. Returns a `NotReadyError` if Redis may become available
 * later.
 */
export function redisFault(error: unknown): StartupError {
  if (error instanceof ConfigurationError) return error;
  const words = `The Redis of REDIS_URL cannot be used: ${redisWords(error)}`;
  return adviceOn(errorMessage(error)) === undefined
    ? new NotReadyError(words)
    : new ConfigurationError(words);
}

/** Returns an error's message with advice on how to fix it. */
export function redisWords(error: unknown): string {
  const message = errorMessage(error);
  const advice = adviceOn(message);
  return advice === undefined ? message : `${message} (${advice})`;
}

function adviceOn(message: string): string | undefined {
  return tlsAdvice(message, 'REDIS_TLS_CA') ?? STAYS.find(([pattern]) => pattern.test(message))?.[1];
}
