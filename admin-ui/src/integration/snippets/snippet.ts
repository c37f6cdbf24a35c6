import type { Application } from '../../api/types';

/** What a snippet is filled with. */
export interface SnippetValues {
  /** The server's address, without a slash at its end. */
  server: string;
  appKey: string;
  appSecret: string;
  card: string;
  signMode: Application['signMode'];
}

export interface Snippet {
  id: string;
  /** As people call the language. */
  name: string;
  fileName: string;
  /** A program that signs, signs in and keeps the session alive. */
  write: (values: SnippetValues) => string;
}
