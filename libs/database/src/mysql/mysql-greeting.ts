import { connect } from 'node:net';

const WITHIN_MS = 2000;
/** Three bytes of length, the number of the packet, the version of the protocol. */
const HEADER_BYTES = 5;
const MOST_LENGTH = 64 * 1024;
/** The two versions there are, and an error. */
const FIRST_BYTES = new Set([9, 10, 0xff]);

/** Whether a server that does not let us in speaks first and says something that no MySQL does, such as one of SSH. */
export function isOtherServer(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    let greeting = Buffer.alloc(0);
    const socket = connect({ host, port, timeout: WITHIN_MS });
    const end = (isOther: boolean) => {
      socket.destroy();
      resolve(isOther);
    };
    socket.on('data', (bytes: Buffer) => {
      greeting = Buffer.concat([greeting, bytes]);
      if (greeting.length >= HEADER_BYTES) end(!isMysql(greeting));
    });
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
    socket.once('close', () => end(false));
  });
}

function isMysql(greeting: Buffer): boolean {
  const length = greeting.readUIntLE(0, 3);
  return length > 0 && length < MOST_LENGTH && greeting[3] === 0 && FIRST_BYTES.has(greeting[4]!);
}
