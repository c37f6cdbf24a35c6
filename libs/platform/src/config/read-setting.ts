import { errorMessage } from '../error-message.js';
import { readBoundedFile } from './bounded-file.js';
import type { SettingInfo } from './setting.js';

const MAX_BYTES = 64 * 1024;

/**
 * Reads the text of a setting from its environment variable, or from the file whose path is in its `…_FILE` variable.
 * Returns `undefined` if neither variable is set.
 * @throws Error with a message that begins with the variable's name
 */
export function readSetting(
  { variable, fileVariable }: SettingInfo,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  const text = environment[variable]?.trim() || undefined;
  const path = fileVariable && environment[fileVariable]?.trim();
  if (!path) return text;
  if (text !== undefined) throw new Error(`${variable} and ${fileVariable} are both set: remove one of them`);
  let content: string;
  try {
    content = readBoundedFile(path, MAX_BYTES).replace(/\r?\n$/, '');
  } catch (error) {
    throw new Error(`${fileVariable} names a file that cannot be read: ${errorMessage(error)}`, {
      cause: error,
    });
  }
  if (content === '') throw new Error(`${fileVariable} names an empty file: ${path}`);
  return content;
}
