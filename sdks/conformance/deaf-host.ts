import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** Listens, and then never accepts a connection. */
const PROGRAM = `
  const listener = require('node:net').createServer();
  listener.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    require('node:worker_threads').parentPort.postMessage(listener.address());
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;
/** A connection that was not made within this time will not be made. */
const PATIENCE_MS = 500;

/** A host with which no connection can be made, as behind a firewall that drops packets. */
export class DeafHost {
  private constructor(
    private readonly worker: Worker,
    private readonly fillers: Socket[],
    readonly url: string,
  ) {}

  static async start(): Promise<DeafHost> {
    const worker = new Worker(PROGRAM, { eval: true });
    const [{ port }] = (await once(worker, 'message')) as [AddressInfo];
    const host = new DeafHost(worker, [], `http://127.0.0.1:${port}`);
    // The system makes connections until the listener's queue is full, and then drops packets.
    let isOpen = true;
    while (isOpen) isOpen = await host.accepts(port);
    return host;
  }

  private async accepts(port: number): Promise<boolean> {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    this.fillers.push(socket);
    const connected = once(socket, 'connect').then(
      () => true,
      () => false,
    );
    return Promise.race([connected, setTimeout(PATIENCE_MS, false)]);
  }

  async stop(): Promise<void> {
    for (const socket of this.fillers) socket.destroy();
    await this.worker.terminate();
  }
}
