import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';

/**
 * The cookie that contains a session's token. Scripts cannot read the cookie, and browsers do not send it with requests
 * from other sites.
 */
export class SessionCookie {
  /**
   * @param path path of the API that uses the cookie; over HTTPS the cookie has the path `/`
   * @param httpsName name over HTTPS, without the prefix; it differs if only the path distinguishes several cookies
   */
  constructor(
    private readonly name: string,
    private readonly path: string,
    private readonly httpsName = name,
  ) {}

  /** Returns the session's token, or undefined without a cookie. */
  read(request: Request): string | undefined {
    return parseCookie(request.headers.cookie ?? '')[this.placeFor(request).name];
  }

  set(request: Request, response: Response, token: string, maxAgeSec: number): void {
    response.append(
      'Set-Cookie',
      stringifySetCookie({
        ...this.placeFor(request),
        value: token,
        httpOnly: true,
        sameSite: 'strict',
        maxAge: maxAgeSec,
      }),
    );
  }

  clear(request: Request, response: Response): void {
    this.set(request, response, '', 0);
  }

  /**
   * Over HTTPS the prefix `__Host-` prevents other hosts of the same domain from setting the cookie. This prefix
   * requires the path `/`. Over plain HTTP the cookie has no attribute `Secure`, since browsers send cookies with this
   * attribute only over HTTPS.
   */
  private placeFor({ secure }: Request): { name: string; path: string; secure: boolean } {
    return secure
      ? { name: `__Host-${this.httpsName}`, path: '/', secure }
      : { name: this.name, path: this.path, secure };
  }
}
