import { type AuthProvider, HttpError } from 'react-admin';
import { request } from '../api/http';
import { session } from '../api/session';
import type { Me } from '../api/types';
import { i18nProvider } from '../i18n';
import { panelStore, SIGN_IN_MARK, SIGNED_OUT } from '../layout/panel-store';
import { mayDo } from './access';
import { openingProblem } from './opening-problem';

panelStore.subscribe(SIGN_IN_MARK, (id: unknown) => {
  if (id === SIGNED_OUT && session.isOpen()) location.reload();
  // Panels of an earlier version store `true` instead of the administrator's id.
  if (typeof id === 'number' && !session.continueAs(id)) location.reload();
});
session.subscribe(() => {
  if (session.isInterrupted()) panelStore.removeItem(SIGN_IN_MARK);
});

/** Milliseconds until the administrator is asked for again. */
const RETRY_MS = 2000;

let me: Promise<Me> | undefined;

/** Returns the signed-in administrator, cached until the next sign-in or sign-out. */
function whoAmI(): Promise<Me> {
  me ??= panelStore.getItem(SIGN_IN_MARK)
    ? readMe().then(remember)
    : Promise.reject(new HttpError('Nobody is signed in', 401));
  me.catch(forget);
  return me;
}

/**
 * Reads the signed-in administrator. Repeats the request while the server answers that it cannot serve it, for example
 * because its database is unavailable: after any error, react-admin would sign this browser out. Meanwhile,
 * `OpeningPage` shows the error.
 */
async function readMe(): Promise<Me> {
  for (;;) {
    try {
      const { data } = await request<Me>('GET', '/auth/me');
      openingProblem.set(undefined);
      return data;
    } catch (error) {
      const problem = error instanceof HttpError && error.status >= 500 ? error.message : undefined;
      openingProblem.set(problem);
      if (problem === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** True if the signed-in administrator is known or being requested. Sends no request. */
export function isSignedIn(): boolean {
  return me !== undefined;
}

export interface SignIn {
  email: string;
  password: string;
  /** Only for accounts that use one-time passwords. */
  totp?: string;
}

/** Authentication with a cookie that scripts cannot read. */
export const authProvider: AuthProvider = {
  async login(signIn: SignIn) {
    const { data } = await request<Me>('POST', '/auth/login', signIn);
    me = Promise.resolve(remember(data));
  },
  async logout() {
    // React-admin also calls this for a visitor who is not signed in. Other tabs must then not reload.
    const isSignOut = session.isOpen();
    if (isSignOut) await endSession();
    forget();
    session.close();
    panelStore.setItem(SIGN_IN_MARK, isSignOut ? SIGNED_OUT : undefined);
  },
  async checkAuth() {
    try {
      await whoAmI();
    } catch (error) {
      // Being signed out is not an error, so react-admin must not show a message.
      if (isUnknown(error)) throw Object.assign(new Error(), { message: false });
      throw error;
    }
  },
  async checkError(error: unknown) {
    if (isUnknown(error)) throw error;
  },
  async getIdentity() {
    const { id, name, email } = await whoAmI();
    return { id, fullName: name, email };
  },
  async getPermissions() {
    return (await whoAmI()).role;
  },
  async canAccess({ resource, action }) {
    return mayDo((await whoAmI()).role, resource, action);
  },
};

/**
 * Ends the session on the server.
 * @throws Error with a text for the user if the session may still be open
 */
async function endSession(): Promise<void> {
  try {
    await request('POST', '/auth/logout', {});
  } catch (error) {
    if (!isUnknown(error)) throw new Error(i18nProvider.translate('panel.sign_out_failed'), { cause: error });
  }
}

/** True if the server responds that the session is unknown. */
function isUnknown(error: unknown): boolean {
  return error instanceof HttpError && error.status === 401;
}

function remember(data: Me): Me {
  // The new mark also reloads every tab in which a different administrator was signed in, possibly this one.
  panelStore.setItem(SIGN_IN_MARK, data.id);
  if (!session.adopt(data)) throw new HttpError('panel.session_ended.other_account', 409);
  return data;
}

function forget(): void {
  me = undefined;
}
