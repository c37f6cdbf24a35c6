import { isNativeError } from 'node:util/types';
import { Script } from 'node:vm';
import { problem } from '../../errors/problem.js';
import type { ProblemDto } from '../../errors/problem.dto.js';

/**
 * Returns the syntax error that the JavaScript engine reports for a function's source, or `undefined` if there is none.
 * The source is compiled as in the sandbox, but not run.
 */
export function syntaxFault(source: string): ProblemDto | undefined {
  try {
    void new Script(source);
    return undefined;
  } catch (error) {
    if (!isNativeError(error)) throw error;
    const { name, message: reason, stack = '' } = error;
    // The trace starts with the location, as `file:line`.
    const line = /^.*:(\d+)$/.exec(stack.split('\n', 1)[0]!)?.[1];
    return name === 'SyntaxError' && line !== undefined
      ? problem('syntax_error', { line: Number(line), reason })
      : problem('not_compiled', { reason });
  }
}
