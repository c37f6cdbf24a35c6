/** What a server in this process has written. */
export interface Output {
  /** Standard output: its log. */
  log: string;
  /** Standard error: what is for the terminal alone. */
  terminal: string;
}

/**
 * Takes down what a server in this process writes until `work` has ended, instead of showing it. `work` starts the server,
 * with `LOG_FORMAT: 'json'`, since the log goes through `process.stdout` only when that is found changed then.
 */
export async function captureOutput(work: (soFar: Output) => Promise<unknown>): Promise<Output> {
  const output: Output = { log: '', terminal: '' };
  const restore = [
    divert(process.stdout, (text) => (output.log += text)),
    divert(process.stderr, (text) => (output.terminal += text)),
  ];
  try {
    await work(output);
  } finally {
    for (const each of restore) each();
  }
  return output;
}

function divert(stream: NodeJS.WriteStream, take: (text: string) => void): () => void {
  const write = stream.write.bind(stream);
  stream.write = (data: string | Uint8Array) => {
    take(data.toString());
    return true;
  };
  return () => {
    stream.write = write;
  };
}
