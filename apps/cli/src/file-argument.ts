import { InvalidArgumentError } from 'commander';

/** Parses the argument of a command that takes a file, or `-` for standard input. */
export function fileOrStandardInput(name: string): string {
  if (name === '') throw new InvalidArgumentError('Give the name of a file.');
  return name;
}

/** Parses the argument of a command that requires a real file. */
export function file(name: string): string {
  // A backup gets its name only when it is complete, and a restore reads it twice.
  if (name === '-') throw new InvalidArgumentError('It has to be a file, not standard input or output.');
  return fileOrStandardInput(name);
}
