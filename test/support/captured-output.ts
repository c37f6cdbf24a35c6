/** The output of a server in this process. */
export interface Output {
  /** Standard output: its log. */
  log: string;
  /** Standard error: text for the terminal. */
  terminal: string;
}

/**
 * Captures the output of a server in this process until `work` ends. `work` must start the server with `LOG_FORMAT:
 * 'json'`, since the log only uses the replaced `process.stdout` if it was replaced before the start.
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
