import { describe, expect, it } from '@jest/globals';
import { describeBrowser } from './describe-browser';

const ENGINE = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('describeBrowser', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox · Windows'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${ENGINE} Chrome/140.0 Safari/537.36`, 'Chrome · Linux'],
    [`Mozilla/5.0 (Windows NT 10.0) ${ENGINE} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge · Windows'],
    [`Mozilla/5.0 (Linux; Android 15) ${ENGINE} Chrome/140.0 MicroMessenger/8.0`, 'WeChat · Android'],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18 like Mac OS X) ${ENGINE} Safari/604.1`, 'Safari · iOS'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['', '–'],
  ])('%s', (userAgent, name) => {
    expect(describeBrowser(userAgent)).toBe(name);
  });
});
