import { isNativeError } from 'node:util/types';
import { Script } from 'node:vm';

/**
 * What is wrong with the syntax of a function's source, in the engine's words; undefined: nothing. The source is
 * compiled as the sandbox does it, and never run.
 */
export function syntaxFault(source: string): string | undefined {
  try {
    void new Script(source);
    return undefined;
  } catch (error) {
    if (!isNativeError(error)) throw error;
    if (error.name !== 'SyntaxError') return `cannot be compiled: ${error.message}`;
    // The trace begins with the place, as `file:line`.
    const line = /^.*:(\d+)$/.exec(error.stack?.split('\n', 1)[0] ?? '')?.[1];
    return `has a syntax error${line ? ` in line ${line}` : ''}: ${error.message}`;
  }
}
