import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The resources of a process. */
export interface ProcessFigures {
  rssBytes: number;
  threads: number;
  descriptors: number;
  /** Number of the descriptors that are sockets. */
  sockets: number;
}

export function figuresOf(pid: number): ProcessFigures {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const number = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)![1]);
  const descriptors = readdirSync(`/proc/${pid}/fd`);
  const sockets = descriptors.filter((name) => linkOf(`/proc/${pid}/fd/${name}`).startsWith('socket:'));
  return {
    rssBytes: number('VmRSS') * 1024,
    threads: number('Threads'),
    descriptors: descriptors.length,
    sockets: sockets.length,
  };
}

/** Returns the process that does the work of a command: the command itself, or what a wrapper has started. */
export function workerOf(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return children.length === 1 ? workerOf(children[0]!) : pid;
}

/** Milliseconds that each thread of a process has waited for a processor. */
export function waitsOf(pid: number): Map<string, number> {
  return new Map(
    readdirSync(`/proc/${pid}/task`).map((task) => {
      try {
        const [, waitedNs] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ');
        return [task, Number(waitedNs) / 1e6];
      } catch {
        // The thread has ended meanwhile.
        return [task, 0];
      }
    }),
  );
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // Closed meanwhile.
    return '';
  }
}
