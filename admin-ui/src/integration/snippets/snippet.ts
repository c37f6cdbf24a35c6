import type { Application } from '../../api/types';

/** The values inserted into a snippet. */
export interface SnippetValues {
  /** The server's address without a trailing slash. */
  server: string;
  appKey: string;
  appSecret: string;
  card: string;
  signMode: Application['signMode'];
  /** The key that answers are signed by; undefined: they are not signed by a key. */
  key: { keyId: string; publicKey: string } | undefined;
}

export interface Snippet {
  id: string;
  /** Name of the language. */
  name: string;
  fileName: string;
  /** Returns a program that signs requests, logs in and keeps the session alive. */
  write: (values: SnippetValues) => string | Promise<string>;
  /** Sign modes that the program knows; by default all. */
  signModes?: SnippetValues['signMode'][];
  /** A remote variable that the program reads after the login. */
  readsVariable?: string;
}
