import { Logger } from '@nestjs/common';
import { errorMessage, LogThrottle, logFailure, ServiceUnavailableError } from '@app/platform';

/**
 * Interval of checks whether the database answers, in milliseconds. Time is measured in checks, so that a process that
 * was busy itself does not blame the database.
 */
const LOOK_MS = 250;
/** A statement that takes this many checks triggers a probe of the database. */
const SUSPECT_AFTER_LOOKS = 4;
/** A database that accepts no connection for this many checks counts as lost. */
const SILENT_LOOKS = 6;

/** A pending query. */
interface Question {
  looks: number;
  readonly mostLooks: number;
  /** Fails the query with an error. */
  cut(error: Error): void;
}

/**
 * Monitors whether the database answers. Once it does not, pending queries fail with `ServiceUnavailableError` and new
 * ones are refused until the database accepts a connection again; both transitions are logged.
 */
export class ConnectionProbe {
  private readonly logger = new Logger('Database');
  private readonly refusals = new LogThrottle();
  private readonly questions = new Set<Question>();
  private readonly watching: NodeJS.Timeout;
  private isLost = false;
  private isOver = false;
  /** Checks since the probe began; undefined when none is in progress. */
  private knocking: number | undefined;

  /**
   * @param knock opens a connection to the database and closes it
   * @param onLost called when the database is lost
   */
  constructor(
    private readonly knock: () => Promise<void>,
    private readonly onLost: (error: ServiceUnavailableError) => void,
  ) {
    this.watching = setInterval(() => this.look(), LOOK_MS).unref();
  }

  /**
   * Fails fast while the database is lost.
   * @throws ServiceUnavailableError
   */
  requireLife(): void {
    if (this.isLost) throw new ServiceUnavailableError('The database does not answer');
  }

  /**
   * Registers a pending query.
   * @param mostMs milliseconds after which the answer is no longer awaited
   * @param cut fails the query with an error
   * @returns a function to call when the query has ended
   */
  ask(mostMs: number, cut: (error: Error) => void): () => void {
    const question = { looks: 0, mostLooks: mostMs / LOOK_MS, cut };
    this.questions.add(question);
    return () => this.questions.delete(question);
  }

  /** Returns the error to throw for a broken connection. */
  broken(error: unknown): ServiceUnavailableError {
    // A single connection may end for many reasons.
    if (!this.isLost && !this.isOver && this.refusals.pass())
      this.logger.warn(`A connection to the database ended: ${errorMessage(error)}`);
    void this.probe();
    return new ServiceUnavailableError('The database does not answer');
  }

  /** Returns the error to throw for a failed connection attempt. */
  refused(error: unknown): ServiceUnavailableError {
    if (!isSaidByServer(error)) this.lose(error);
    else if (this.refusals.pass()) {
      logFailure(this.logger, 'The database takes no connection, and clients are told to wait', error);
    }
    return new ServiceUnavailableError('The database does not answer');
  }

  stop(): void {
    clearInterval(this.watching);
    this.isOver = true;
  }

  private look(): void {
    for (const question of this.questions) {
      question.looks += 1;
      if (question.looks > question.mostLooks) question.cut(new Error('no answer came in time'));
    }
    const isSuspect = [...this.questions].some(({ looks }) => looks >= SUSPECT_AFTER_LOOKS);
    if (this.knocking === undefined && (isSuspect || this.isLost)) void this.probe();
    if (this.knocking === undefined) return;
    this.knocking += 1;
    if (this.knocking > SILENT_LOOKS) this.lose(new Error('nothing came back in time'));
  }

  private async probe(): Promise<void> {
    if (this.knocking !== undefined || this.isOver) return;
    this.knocking = 0;
    try {
      await this.knock();
      this.find();
    } catch (error) {
      if (isSaidByServer(error)) this.find();
      else this.lose(error);
    } finally {
      this.knocking = undefined;
    }
  }

  private find(): void {
    if (this.isLost) this.logger.log('The database answers again');
    this.isLost = false;
  }

  private lose(error: unknown): void {
    if (!this.isLost && !this.isOver) {
      logFailure(this.logger, 'The database does not answer, and clients are told to wait', error);
    }
    this.isLost = true;
    const unavailable = new ServiceUnavailableError('The database does not answer');
    for (const question of this.questions) question.cut(unavailable);
    this.onLost(unavailable);
  }
}

/** True when the error came from a live database that refused a connection, for example because it has too many. */
function isSaidByServer(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code);
  return code.startsWith('ER_') && code !== 'ER_SERVER_SHUTDOWN';
}
