import { archiveOf, fillFirstLogin, FIRST_LOGINS } from '../../../../sdks/first-login';
import type { Snippet } from './snippet';

/** The programs, each loaded when it is shown. */
const PROGRAMS: Record<string, () => Promise<{ default: string }>> = {
  javascript: () => import('../../../../sdks/javascript/examples/first-login.mjs?raw'),
  python: () => import('../../../../sdks/python/examples/first_login.py?raw'),
  java: () => import('../../../../sdks/java/examples/FirstLogin.java?raw'),
  csharp: () => import('../../../../sdks/csharp/examples/FirstLogin.cs?raw'),
  cpp: () => import('../../../../sdks/native/examples/first-login.cpp?raw'),
  c: () => import('../../../../sdks/native/examples/first-login.c?raw'),
  go: () => import('../../../../sdks/go/examples/first-login/main.go?raw'),
  php: () => import('../../../../sdks/php/examples/first-login.php?raw'),
  lua: () => import('../../../../sdks/lua/examples/first-login.lua?raw'),
};

/** The first-login program of each SDK. The conformance tests run the same programs. */
export const FIRST_LOGIN_SNIPPETS: Snippet[] = FIRST_LOGINS.map(
  ({ id, language, sdk, file, needs, install, run }) => ({
    id,
    name: language,
    fileName: file,
    sdk: { needs, install, run, archive: archiveOf(sdk) },
    write: async ({ key, ...values }) => {
      const program = (await PROGRAMS[id]!()).default;
      return fillFirstLogin(program, { ...values, publicKey: key?.publicKey });
    },
  }),
);
