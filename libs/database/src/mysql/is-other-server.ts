import { connect } from 'node:net';

const WITHIN_MS = 2000;
/** Bytes of the greeting that are checked: three bytes of length, the packet number and the protocol version. */
const HEADER_BYTES = 5;
const MOST_LENGTH = 64 * 1024;
/** Possible first bytes of the content of a MySQL greeting: the two protocol versions, and the mark of an error. */
const FIRST_BYTES = new Set([9, 10, 0xff]);

/** True if the server's greeting shows that the server does not speak MySQL's protocol but another, such as SSH. */
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
