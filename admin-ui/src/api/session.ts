import { Interruptible } from './interruptible';
import type { Me } from './types';

/**
 * The session as this tab knows it. Scripts cannot read the session's cookie, and all tabs of a browser share it: a
 * sign-in in another tab replaces the session of this tab, too. The session counts as interrupted from its end on the
 * server until the same administrator has signed in again, in this tab or another one.
 */
class Session extends Interruptible {
  private own: Pick<Me, 'id' | 'csrfToken'> | undefined;

  /** True from sign-in to sign-out, also during an interruption. */
  isOpen(): boolean {
    return this.own !== undefined;
  }

  /** The CSRF token. Every request that changes something must send it. */
  get csrfToken(): string | null {
    return this.own?.csrfToken ?? null;
  }

  /** Takes over the session that a sign-in or `/auth/me` returned, unless it belongs to a different administrator. */
  adopt({ id, csrfToken }: Me): boolean {
    if (!this.continueAs(id)) return false;
    this.own = { id, csrfToken };
    return true;
  }

  /**
   * Ends an interruption after an administrator has signed in. Returns false if this tab shows the menu, data and input
   * of a different administrator: the caller must then reload the page.
   */
  continueAs(adminId: number): boolean {
    if (this.own && this.own.id !== adminId) return false;
    this.restore();
    return true;
  }

  /** Forgets the session after a sign-out. */
  close(): void {
    this.own = undefined;
    this.restore();
  }
}

export const session = new Session();
