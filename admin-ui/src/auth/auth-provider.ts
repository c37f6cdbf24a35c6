import { type AuthProvider, HttpError } from 'react-admin';
import { rememberCsrfToken, request } from '../api/http';
import type { Me } from '../api/types';
import { panelStore } from '../layout/panel-store';
import { mayDo } from './access';

/** Set while somebody may be signed in: no script sees the cookie, and a visitor need not be refused to find out. */
const MARK = 'signed_in';

let me: Promise<Me> | undefined;

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
    if (known) await request('POST', '/auth/logout', {}).catch(() => undefined);
    rememberCsrfToken(null);
    panelStore.removeItem(MARK);
  },
  async checkAuth() {
    await whoAmI();
  },
  async checkError(error: unknown) {
    if (error instanceof HttpError && error.status === 401) {
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

function remember(data: Me): Me {
  rememberCsrfToken(data.csrfToken);
  panelStore.setItem(MARK, true);
  return data;
}

function forget(): void {
  me = undefined;
}
