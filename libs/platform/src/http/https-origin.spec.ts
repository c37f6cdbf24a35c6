import { describe, expect, it } from '@jest/globals';
import { httpsOriginOf } from './https-origin.js';

describe('httpsOriginOf', () => {
  it.each([
    ['https://cdn.example.com/logo.png', 'https://cdn.example.com'],
    ['https://CDN.Example.com:8443/a;b,c*.png?x=*', 'https://cdn.example.com:8443'],
    ['https://cdn.example.com:443/', 'https://cdn.example.com'],
    ['https://münchen.example/x.png', 'https://xn--mnchen-3ya.example'],
    ['https://192.0.2.1/x', 'https://192.0.2.1'],
    ['https://[2001:DB8::1]:444/x', 'https://[2001:db8::1]:444'],
    ['https://a;b/x.png', undefined],
    ['https://a,b/x', undefined],
    ['https://*/x', undefined],
    ['https://*.example.com/x', undefined],
    ["https://'self'/x", undefined],
    ['https://a_b.example/x', undefined],
    ['https://u@cdn.example.com/', undefined],
    ['https://:p@cdn.example.com/', undefined],
    ['http://cdn.example.com/', undefined],
    ['data:image/png,x', undefined],
    ['cdn.example.com/x.png', undefined],
    ['', undefined],
  ])('%s: %s', (text, origin) => {
    expect(httpsOriginOf(text)).toBe(origin);
  });
});
