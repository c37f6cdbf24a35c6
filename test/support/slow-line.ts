import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** The proxy. It runs in a thread of its own, so that a busy test does not delay answers further. */
const PROXY = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { connect, createServer } = require('node:net');
  let delayMs = 0;
  const server = createServer((client) => {
    const behind = connect(workerData, '127.0.0.1');
    client.pipe(behind);
    behind.on('data', (chunk) => setTimeout(() => client.write(chunk), delayMs));
    client.on('close', () => behind.destroy()).on('error', () => undefined);
    behind.on('close', () => client.destroy()).on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
  parentPort.on('message', (ms) => {
    delayMs = ms;
    parentPort.postMessage(ms);
  });`;

/** A proxy on this machine that delays answers. */
export class SlowLine {
  private constructor(
    private readonly worker: Worker,
    readonly port: number,
  ) {}

  static async to(port: number): Promise<SlowLine> {
    const worker = new Worker(PROXY, { eval: true, workerData: port });
    const [ownPort] = (await once(worker, 'message')) as [number];
    return new SlowLine(worker, ownPort);
  }

  /** Delays answers by `ms` milliseconds from now on. */
  async delay(ms: number): Promise<void> {
    const confirmed = once(this.worker, 'message');
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread, not a window
    this.worker.postMessage(ms);
    await confirmed;
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }
}
