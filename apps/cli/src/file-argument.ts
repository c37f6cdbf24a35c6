import { InvalidArgumentError } from 'commander';

/** Parses the argument of a command that takes a file, or `-` for standard input. */
export function fileOrStandardInput(name: string): string {
  if (name === '') throw new InvalidArgumentError('Specify a file name.');
  return name;
}

/** Parses the argument of a command that requires a file and does not support standard input or output. */
export function file(name: string): string {
  // Standard input and output would not work: a backup is renamed when it is complete, and a restore reads the file
  // twice.
  if (name === '-')
    throw new InvalidArgumentError('Specify a file; standard input and output are not supported.');
  return fileOrStandardInput(name);
}
