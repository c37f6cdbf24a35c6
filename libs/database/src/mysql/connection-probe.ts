import { Logger } from '@nestjs/common';
import { errorMessage, LogThrottle, logFailure, ServiceUnavailableError } from '@app/platform';

/**
 * So often it is looked whether the database answers. Looks are counted and not time, so that a process that was busy
 * itself does not blame the database.
 */
const LOOK_MS = 250;
/** A statement that takes longer makes us ask whether the database lives at all. */
const SUSPECT_AFTER_LOOKS = 4;
/** One that does not let us in for so long has gone. */
const SILENT_LOOKS = 6;

/** What is being asked of the database. */
interface Question {
  looks: number;
  readonly mostLooks: number;
  /** Has it end with an error. */
  cut(error: Error): void;
}

/**
 * Knows whether the database answers. Once it does not, all that waits for it ends with `ServiceUnavailableError` and nothing more is
 * asked until it lets us in again; the log is told when it goes and when it is back.
 */
export class ConnectionProbe {
  private readonly logger = new Logger('Database');
  private readonly refusals = new LogThrottle();
  private readonly questions = new Set<Question>();
  private readonly watching: NodeJS.Timeout;
  private isLost = false;
  private isOver = false;
  /** Looks since we knock; undefined: we do not. */
  private knocking: number | undefined;

  /**
   * @param knock makes a connection to the database and ends it
   * @param onLost is called when it has gone
   */
  constructor(
    private readonly knock: () => Promise<void>,
    private readonly onLost: (error: ServiceUnavailableError) => void,
  ) {
    this.watching = setInterval(() => this.look(), LOOK_MS).unref();
  }

  /** @throws ServiceUnavailableError */
  requireLife(): void {
    if (this.isLost) throw new ServiceUnavailableError('The database does not answer');
  }

  /**
   * To be called when something is asked, and what it gives when that has ended.
   * @param mostMs milliseconds after which the answer is not waited for any more
   * @param cut has the question end with an error
   */
  ask(mostMs: number, cut: (error: Error) => void): () => void {
    const question = { looks: 0, mostLooks: mostMs / LOOK_MS, cut };
    this.questions.add(question);
    return () => this.questions.delete(question);
  }

  /** What to throw for a connection that broke. */
  broken(error: unknown): ServiceUnavailableError {
    // One of them may end for many reasons.
    if (!this.isLost && !this.isOver && this.refusals.pass())
      this.logger.warn(`A connection to the database ended: ${errorMessage(error)}`);
    void this.probe();
    return new ServiceUnavailableError('The database does not answer');
  }

  /** What to throw for a connection that could not be made. */
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

/** Whether a database that lives has refused a connection, for example because it has too many. */
function isSaidByServer(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code);
  return code.startsWith('ER_') && code !== 'ER_SERVER_SHUTDOWN';
}
