import { Logger } from '@nestjs/common';
import { errorCode, errorMessage, LogThrottle, logFailure, ServiceUnavailableError } from '@app/platform';

/**
 * Interval in milliseconds between checks whether the database responds. Waits are counted in checks, because no checks
 * run while the process itself is blocked. A blocked process therefore does not consider the database lost.
 */
const CHECK_MS = 250;
/** Number of checks after which a pending statement triggers a probe of the database. */
const SUSPECT_AFTER_CHECKS = 4;
/** Number of checks after which a database that accepts no connection counts as lost. */
const LOST_AFTER_CHECKS = 6;

/** A pending query. */
interface PendingQuery {
  checks: number;
  readonly maxChecks: number;
  /** Fails the query with an error. */
  fail(error: Error): void;
}

/**
 * Monitors whether the database responds. If the database is lost, pending queries fail with `ServiceUnavailableError`.
 * New queries are refused until the database accepts a connection again. Loss and recovery are logged.
 */
export class ConnectionProbe {
  private readonly logger = new Logger('Database');
  private readonly refusals = new LogThrottle();
  private readonly queries = new Set<PendingQuery>();
  private readonly timer: NodeJS.Timeout;
  private isLost = false;
  private isStopped = false;
  /** Number of checks since the probe began; `undefined` if no probe is in progress. */
  private probeChecks: number | undefined;

  /**
   * @param testConnection opens a connection to the database and closes it
   * @param onLost called when the database is lost
   */
  constructor(
    private readonly testConnection: () => Promise<void>,
    private readonly onLost: (error: ServiceUnavailableError) => void,
  ) {
    this.timer = setInterval(() => this.check(), CHECK_MS).unref();
  }

  /**
   * Throws while the database is lost.
   * @throws ServiceUnavailableError
   */
  requireAlive(): void {
    if (this.isLost) throw new ServiceUnavailableError('The database does not answer');
  }

  /**
   * Registers a pending query.
   * @param maxMs milliseconds after which the query is given up
   * @param fail fails the query with an error
   * @returns a function to call when the query has ended
   */
  track(maxMs: number, fail: (error: Error) => void): () => void {
    const query = { checks: 0, maxChecks: maxMs / CHECK_MS, fail };
    this.queries.add(query);
    return () => this.queries.delete(query);
  }

  /** Returns the error to throw for a broken connection. */
  broken(error: unknown): ServiceUnavailableError {
    // A broken connection alone does not mean that the database is lost; the probe below finds out.
    if (!this.isLost && !this.isStopped && this.refusals.pass())
      this.logger.warn(`A connection to the database ended: ${errorMessage(error)}`);
    void this.probe();
    return new ServiceUnavailableError('The database does not answer');
  }

  /** Returns the error to throw for a failed connection attempt. */
  refused(error: unknown): ServiceUnavailableError {
    if (!isSaidByServer(error)) {
      this.fail(error);
      return new ServiceUnavailableError('The database does not answer');
    }
    if (this.refusals.pass())
      logFailure(this.logger, 'The database takes no connection, and clients are told to wait', error);
    return new ServiceUnavailableError(`The database takes no connection: ${errorMessage(error)}`);
  }

  stop(): void {
    clearInterval(this.timer);
    this.isStopped = true;
  }

  private check(): void {
    for (const query of this.queries) {
      query.checks += 1;
      if (query.checks > query.maxChecks) query.fail(new Error('no answer came in time'));
    }
    const isSuspect = [...this.queries].some(({ checks }) => checks >= SUSPECT_AFTER_CHECKS);
    if (this.probeChecks === undefined && (isSuspect || this.isLost)) void this.probe();
    if (this.probeChecks === undefined) return;
    this.probeChecks += 1;
    if (this.probeChecks > LOST_AFTER_CHECKS) this.fail(new Error('no response arrived in time'));
  }

  private async probe(): Promise<void> {
    if (this.probeChecks !== undefined || this.isStopped) return;
    this.probeChecks = 0;
    try {
      await this.testConnection();
      this.recover();
    } catch (error) {
      if (isSaidByServer(error)) this.recover();
      else this.fail(error);
    } finally {
      this.probeChecks = undefined;
    }
  }

  private recover(): void {
    if (this.isLost) this.logger.log('The database answers again');
    this.isLost = false;
  }

  private fail(error: unknown): void {
    if (!this.isLost && !this.isStopped) {
      logFailure(this.logger, 'The database does not answer, and clients are told to wait', error);
    }
    this.isLost = true;
    const unavailable = new ServiceUnavailableError('The database does not answer');
    for (const query of this.queries) query.fail(unavailable);
    this.onLost(unavailable);
  }
}

/** True if a running database refused the connection, for example because of too many connections. */
function isSaidByServer(error: unknown): boolean {
  const code = errorCode(error);
  return code.startsWith('ER_') && code !== 'ER_SERVER_SHUTDOWN';
}
