import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from '../../test/support/server-process.js';
import type { Sdk } from './sdks.js';

/** Number of lines of standard error that a failure quotes. */
const QUOTED_LINES = 40;
/** Time without output after which a driver counts as hanging. */
const PATIENCE_MS = 90_000;

export interface DriverError {
  kind: 'refused' | 'unavailable' | 'misuse';
  code?: number;
  name?: string;
  message?: string;
  tell?: { en: string; zh: string };
  reason?: string;
  retry_after?: number;
}

export interface DriverAnswer {
  ok?: Record<string, unknown>;
  error?: DriverError;
}

export interface DriverEvent {
  event: string;
  session: string;
  [member: string]: unknown;
}

export interface State {
  state: 'online' | 'offline' | 'ended';
  licensed: boolean;
  reason?: string | null;
  code?: number | null;
  tell?: { en: string; zh: string } | null;
  expires_ts?: number;
  beats: number;
}

/** The driver program of an SDK, which runs until `stop`. README.md describes its lines. */
export class Driver {
  /** Events of all sessions, in the order they came. */
  readonly events: DriverEvent[] = [];
  /** Called for each event. */
  onEvent: ((event: DriverEvent) => void) | undefined;
  private complaints: string[] = [];
  private readonly waiting = new Map<number, (answer: DriverAnswer) => void>();
  private count = 0;
  private readonly ended: Promise<void>;

  private constructor(
    private readonly sdk: Sdk,
    private readonly child: ChildProcess,
  ) {
    this.ended = once(child, 'close').then(() => undefined);
    child.stdin!.on('error', () => undefined);
    createInterface({ input: child.stdout!.setEncoding('utf8') }).on('line', (line) => this.hear(line));
    createInterface({ input: child.stderr!.setEncoding('utf8') }).on('line', (line) => {
      this.complaints = [...this.complaints, line].slice(-QUOTED_LINES);
    });
  }

  /** @param environment added to a bare environment */
  static start(sdk: Sdk, environment: Record<string, string> = {}): Driver {
    const [program, ...args] = sdk.run;
    const { PATH, HOME, JAVA_HOME } = process.env;
    // Clients without their own store must not write to the home folder of the person who runs the tests.
    const data = join(sdk.folder, 'data');
    mkdirSync(data, { recursive: true });
    const stores = { XDG_DATA_HOME: data, XDG_CONFIG_HOME: data };
    const java = JAVA_HOME !== undefined && { JAVA_HOME };
    const env = { PATH, HOME, LC_ALL: 'C.UTF-8', ...java, ...stores, ...environment };
    return new Driver(sdk, spawn(program!, args, { cwd: sdk.folder, env }));
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** The latest lines of standard error. */
  get complaintsText(): string {
    return this.complaints.join('\n');
  }

  /** Sends a request and waits for its answer. Requests may overlap. */
  async ask(action: string, fields: object = {}): Promise<DriverAnswer> {
    const id = ++this.count;
    const answer = new Promise<DriverAnswer>((resolve) => this.waiting.set(id, resolve));
    this.write(`${JSON.stringify({ id, do: action, ...fields })}\n`);
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(this.fault(`did not answer ${action}`)), PATIENCE_MS);
    });
    const end = this.ended.then(() => {
      throw this.fault(`ended instead of answering ${action}`);
    });
    end.catch(() => undefined);
    try {
      return await Promise.race([answer, silence, end]);
    } finally {
      clearTimeout(timer);
      this.waiting.delete(id);
    }
  }

  /** Like `ask`, for requests that must succeed. */
  async get<T = Record<string, unknown>>(action: string, fields: object = {}): Promise<T> {
    const { ok, error } = await this.ask(action, fields);
    if (!ok) throw this.fault(`refused ${action}: ${JSON.stringify(error)}`);
    return ok as T;
  }

  /** Like `ask`, for requests that must fail. */
  async fail(action: string, fields: object = {}): Promise<DriverError> {
    const { ok, error } = await this.ask(action, fields);
    if (!error) throw this.fault(`accepted ${action}: ${JSON.stringify(ok)}`);
    return error;
  }

  /** Calls a method of the client `client`, or of another one. */
  call(method: string, args: unknown[] = [], client = 'client'): Promise<DriverAnswer> {
    return this.ask('client', { client, method, arguments: args });
  }

  /** Calls a method of the session `session`, or of another one. */
  ofSession(method: string, args: unknown[] = [], session = 'session'): Promise<DriverAnswer> {
    return this.ask('session', { session, method, arguments: args });
  }

  state(session = 'session'): Promise<State> {
    return this.get<State>('state', { session });
  }

  /** Waits for the first event with this name of a session, from the given position on. */
  async event(name: string, session = 'session', from = 0): Promise<DriverEvent> {
    return eventually(async () => {
      if (this.child.exitCode !== null) throw this.fault(`ended instead of the event ${name}`);
      return this.events.slice(from).find((each) => each.event === name && each.session === session);
    });
  }

  /** Suspends the whole process, like a laptop whose lid is closed. */
  suspend(): void {
    this.child.kill('SIGSTOP');
  }

  resume(): void {
    this.child.kill('SIGCONT');
  }

  /** Asks the driver to exit; returns its exit code. */
  async exit(): Promise<number | null> {
    await this.get('exit');
    await this.ended;
    return this.child.exitCode;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGKILL');
    await this.ended;
  }

  private write(line: string): void {
    this.child.stdin!.write(line);
  }

  private hear(line: string): void {
    if (line.trim() === '') return;
    let message: DriverEvent & DriverAnswer & { id?: number };
    try {
      message = JSON.parse(line) as typeof message;
    } catch {
      this.complaints.push(`(no JSON on standard output) ${line}`);
      return;
    }
    if (typeof message.event === 'string') {
      this.events.push(message);
      this.onEvent?.(message);
    } else this.waiting.get(message.id!)?.(message);
  }

  private fault(what: string): Error {
    const said = this.complaints.length > 0 ? `. It wrote:\n${this.complaintsText}` : '';
    return new Error(`The driver for ${this.sdk.language} ${what}${said}`);
  }
}
