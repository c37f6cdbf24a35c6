import { InvalidArgumentError } from 'commander';

/** Parses the argument of a command that names a file, or standard input by `-`. */
export function fileOrStandardInput(name: string): string {
  if (name === '') throw new InvalidArgumentError('Give the name of a file.');
  return name;
}

/** Parses the argument of a command that needs a file of its own. */
export function file(name: string): string {
  // A backup has its name only once it is whole, and is read twice when it is restored.
  if (name === '-') throw new InvalidArgumentError('It has to be a file, not standard input or output.');
  return fileOrStandardInput(name);
}
