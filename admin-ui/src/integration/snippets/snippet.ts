import type { Application } from '../../api/types';

/** The values inserted into a snippet. */
export interface SnippetValues {
  /** The server's address without a trailing slash. */
  server: string;
  appKey: string;
  appSecret: string;
  card: string;
  signMode: Application['signMode'];
  /** The public key that verifies answers; undefined if answers are not signed with the application's private key. */
  key: { keyId: string; publicKey: string } | undefined;
}

export interface Snippet {
  id: string;
  /** Name of the language. */
  name: string;
  fileName: string;
  /** Returns a program that logs in and keeps the session alive. */
  write: (values: SnippetValues) => string | Promise<string>;
  /** Sign modes that the program supports; default: all. */
  signModes?: SnippetValues['signMode'][];
  /** True if the program verifies answers signed with the application's private key. Programs with an SDK always do. */
  verifies?: boolean;
  /** A remote variable that the program reads after the login. */
  readsVariable?: string;
  /** The SDK that the program uses. */
  sdk?: SnippetSdk;
}

export interface SnippetSdk {
  needs: string;
  /** Returns shell commands that install the SDK from a server. */
  install: (server: string) => string;
  run: string;
  /** Path of the archive on the server. */
  archive: string;
}

/** A language with a program that uses the SDK, a program that does not, or both. */
export interface SnippetLanguage {
  id: string;
  name: string;
  withSdk?: Snippet;
  withoutSdk?: Snippet;
}
