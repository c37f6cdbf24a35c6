import { type AuthProvider, HttpError } from 'react-admin';
import { rememberCsrfToken, request } from '../api/http';
import type { Me } from '../api/types';
import { panelStore } from '../layout/panel-store';
import { mayDo } from './access';

/** Set while somebody may be signed in: no script sees the cookie, and a visitor need not be refused to find out. */
const MARK = 'signed_in';

let me: Promise<Me> | undefined;

/** Set when the server no longer knows a session that was in use. */
let hasEnded = false;

/** Who is signed in; asked once, until signing in or out changes it. */
function whoAmI(): Promise<Me> {
  me ??= panelStore.getItem(MARK)
    ? request<Me>('GET', '/auth/me').then(({ data }) => remember(data))
    : Promise.reject(new HttpError('Nobody is signed in', 401));
  me.catch(forget);
  return me;
}

/** As far as is known here, without asking. */
export function isSignedIn(): boolean {
  return me !== undefined;
}

/** Whether somebody is at the sign-in page because their session has ended, and not because they left. */
export function hasSessionEnded(): boolean {
  return hasEnded;
}

export interface SignIn {
  email: string;
  password: string;
  /** Only where one-time passwords are in use. */
  totp?: string;
}

/** Signs in by a cookie that no script can read. */
export const authProvider: AuthProvider = {
  async login(signIn: SignIn) {
    const { data } = await request<Me>('POST', '/auth/login', signIn);
    me = Promise.resolve(remember(data));
  },
  async logout() {
    const known = await me?.catch(() => undefined);
    forget();
    panelStore.removeItem(MARK);
    if (known) await request('POST', '/auth/logout', {}).catch(() => undefined);
    rememberCsrfToken(null);
  },
  async checkAuth() {
    try {
      await whoAmI();
    } catch (error) {
      // Not to be signed in is no fault: without a message react-admin says nothing of it.
      if (isUnknown(error)) throw Object.assign(new Error(), { message: false });
      throw error;
    }
  },
  async checkError(error: unknown) {
    if (isUnknown(error)) {
      hasEnded ||= isSignedIn();
      forget();
      panelStore.removeItem(MARK);
      throw error;
    }
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

/** Whether the server says that it does not know who asks. */
function isUnknown(error: unknown): boolean {
  return error instanceof HttpError && error.status === 401;
}

function remember(data: Me): Me {
  hasEnded = false;
  rememberCsrfToken(data.csrfToken);
  panelStore.setItem(MARK, true);
  return data;
}

function forget(): void {
  me = undefined;
}
