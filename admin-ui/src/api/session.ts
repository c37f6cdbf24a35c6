import type { Me } from './types';

/**
 * The session as this tab knows it. Scripts cannot read the session's cookie, and all tabs of a browser share it: a
 * sign-in in another tab replaces the session of this tab, too.
 */
class Session {
  private own: Pick<Me, 'id' | 'csrfToken'> | undefined;

  /** True while somebody is signed in, as far as this tab knows. */
  isOpen(): boolean {
    return this.own !== undefined;
  }

  /** The CSRF token. Every request that changes something must send it. */
  get csrfToken(): string | null {
    return this.own?.csrfToken ?? null;
  }

  /** Takes over the session of a sign-in or of `/auth/me`. False if it belongs to a different account (`continueAs`). */
  adopt({ id, csrfToken }: Me): boolean {
    if (!this.continueAs(id)) return false;
    this.own = { id, csrfToken };
    return true;
  }

  /**
   * Continues in a session of an administrator. False if this tab shows the menu, data and input of a different
   * administrator; the page then reloads.
   */
  continueAs(adminId: number): boolean {
    if (!this.own || this.own.id === adminId) return true;
    location.reload();
    return false;
  }

  /** Forgets the session after a sign-out. */
  close(): void {
    this.own = undefined;
  }
}

export const session = new Session();
