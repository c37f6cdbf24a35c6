import { describe, expect, it } from '@jest/globals';
import type { NotifierKind } from '@app/database';
import { MailError } from '@app/mail';
import { HOUR_MS, MINUTE_MS } from '@app/platform';
import { mailOf, readMailError } from './email.js';
import { SERVICES } from './index.js';
import type { Target } from './service.js';

const NOW = Temporal.Instant.from('2026-01-15T12:00:00Z').epochMilliseconds;
type HttpKind = Exclude<NotifierKind, 'email'>;

/** Fields of the requests of all services. */
interface Body {
  text?: { content: string } | string;
  content?: { text: string } | string;
  desp?: string;
  body?: string;
  allowed_mentions?: object;
}

/** Returns the text of a request, wherever its service expects it. */
function textIn({ text, content, desp, body }: Body): string {
  const found = text ?? content ?? desp ?? body ?? '';
  if (typeof found === 'string') return found;
  return 'content' in found ? found.content : found.text;
}

function target(kind: NotifierKind, fields: Partial<Target> = {}): Target {
  return {
    kind,
    token: 'https://hook.example/1',
    signingSecret: null,
    recipient: null,
    address: null,
    ...fields,
  };
}

function sentBody(kind: HttpKind, text: string, fields: Partial<Target> = {}): Body {
  const { body } = SERVICES[kind].request(target(kind, fields), { title: 'Title', text }, NOW);
  return JSON.parse(body) as Body;
}

describe('the addresses of public services', () => {
  it.each<[HttpKind, Partial<Target>, string]>([
    ['telegram', { token: '1:abc', recipient: '7' }, 'https://api.telegram.org/bot1:abc/sendMessage'],
    [
      'telegram',
      { token: '1:abc', address: 'http://127.0.0.1:81' },
      'http://127.0.0.1:81/bot1:abc/sendMessage',
    ],
    ['wecom', { token: 'https://qyapi.weixin.qq.com/send?key=1' }, 'https://qyapi.weixin.qq.com/send?key=1'],
    ['dingtalk', {}, 'https://hook.example/1'],
    ['feishu', {}, 'https://hook.example/1'],
    ['discord', {}, 'https://hook.example/1'],
    ['serverchan', { token: 'SCT1abc' }, 'https://sctapi.ftqq.com/SCT1abc.send'],
    ['serverchan', { token: 'sctp123tabc' }, 'https://123.push.ft07.com/send/sctp123tabc.send'],
    ['bark', { token: 'key' }, 'https://api.day.app/push'],
  ])('of %s with %j', (kind, fields, url) => {
    expect(SERVICES[kind].request(target(kind, fields), { title: 'T', text: '' }, NOW).url).toBe(url);
  });
});

describe('signatures', () => {
  it('of DingTalk are in the address', () => {
    const signed = target('dingtalk', {
      token: 'https://d.example/send?access_token=1',
      signingSecret: 'SEC1',
    });
    const { url } = SERVICES.dingtalk.request(signed, { title: 'T', text: '' }, NOW);
    const sign = '%s';
    expect(url.replace(/sign=.*/, sign)).toBe(
      `https://d.example/send?access_token=1&timestamp=${NOW}&${sign}`,
    );
    expect(new URL(url).searchParams.get('sign')).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  });

  it('of Feishu are in the body', () => {
    expect(sentBody('feishu', '', { signingSecret: 'abc' })).toMatchObject({
      timestamp: String(NOW / 1000),
      sign: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
    });
  });
});

describe('texts', () => {
  it.each<[HttpKind, number]>([
    ['telegram', 4096],
    ['discord', 2000],
  ])('for %s have a bounded length', (kind, max) => {
    for (const text of ['x'.repeat(9000), '卡'.repeat(9000), '😀'.repeat(9000)]) {
      const sent = textIn(sentBody(kind, text));
      expect(sent.length).toBeLessThanOrEqual(max);
      expect(sent.length).toBeGreaterThan(max - 5);
      expect(sent.isWellFormed()).toBe(true);
    }
  });

  it.each<[HttpKind, number]>([
    ['wecom', 2048],
    ['dingtalk', 20_000],
    ['feishu', 15_000],
    ['serverchan', 32_000],
    ['bark', 2500],
  ])('for %s have a bounded size', (kind, max) => {
    for (const text of ['x'.repeat(50_000), '卡'.repeat(50_000), '😀'.repeat(50_000)]) {
      const sent = textIn(sentBody(kind, text));
      expect(Buffer.byteLength(sent)).toBeLessThanOrEqual(max);
      expect(Buffer.byteLength(sent)).toBeGreaterThan(max - 10);
      expect(sent).not.toContain('\uFFFD');
    }
  });

  it('for Feishu contain no tags', () => {
    expect(textIn(sentBody('feishu', '<at user_id="all">all</at>'))).not.toContain('<');
  });

  it('for Discord contain no markup and mention nobody', () => {
    const { content, allowed_mentions: mentions } = sentBody(
      'discord',
      '[click](https://evil.example) **b** `c`',
    );
    expect(content).toBe(
      String.raw`**Title**` + '\n' + String.raw`\[click\]\(https\://evil.example\) \*\*b\*\* \`c\``,
    );
    expect(mentions).toEqual({ parse: [] });
  });

  it('for ServerChan contain no markup, and keep their lines', () => {
    expect(sentBody('serverchan', '<b>x</b>\n# y *z*').desp).toBe(
      '&lt;b>x&lt;/b>  \n' + String.raw`\# y \*z\*`,
    );
  });

  it('for Telegram have no parse mode', () => {
    expect(sentBody('telegram', '<b>')).not.toHaveProperty('parse_mode');
  });

  it('of mails have the title as subject', () => {
    const mail = mailOf(target('email', { recipient: 'ann@example.com' }), { title: 'Title', text: 'Text' });
    expect(mail).toEqual({ to: 'ann@example.com', subject: 'Title', text: 'Text\n' });
  });
});

describe('answers', () => {
  // Answers as the services give them.
  it.each<[HttpKind, number, string, object]>([
    ['telegram', 200, '{"ok":true,"result":{"message_id":7,"text":"cut', { result: 'sent' }],
    [
      'telegram',
      401,
      '{"ok":false,"error_code":401,"description":"Unauthorized"}',
      { result: 'misconfigured' },
    ],
    ['telegram', 404, '{"ok":false,"error_code":404,"description":"Not Found"}', { result: 'misconfigured' }],
    [
      'telegram',
      403,
      '{"ok":false,"error_code":403,"description":"Forbidden: bot was blocked by the user"}',
      { result: 'misconfigured', answer: '403: Forbidden: bot was blocked by the user' },
    ],
    [
      'telegram',
      400,
      '{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}',
      { result: 'misconfigured' },
    ],
    [
      'telegram',
      400,
      '{"ok":false,"error_code":400,"description":"Bad Request: message is too long"}',
      { result: 'refused' },
    ],
    [
      'telegram',
      429,
      '{"ok":false,"error_code":429,"description":"Too Many Requests: retry after 35","parameters":{"retry_after":35}}',
      { result: 'busy', waitMs: 35_000 },
    ],
    ['telegram', 502, '<html>', { result: 'busy', answer: '502: <html>' }],

    ['wecom', 200, '{"errcode":0,"errmsg":"ok"}', { result: 'sent' }],
    [
      'wecom',
      200,
      '{"errcode":93000,"errmsg":"invalid webhook url, hint: [1]"}',
      { result: 'misconfigured', answer: '93000: invalid webhook url, hint: [1]' },
    ],
    [
      'wecom',
      200,
      '{"errcode":45009,"errmsg":"api freq out of limit"}',
      { result: 'busy', waitMs: MINUTE_MS },
    ],
    ['wecom', 200, '{"errcode":40058,"errmsg":"text.content exceed max length 2048"}', { result: 'refused' }],
    ['wecom', 200, '{"errcode":-1,"errmsg":"system error"}', { result: 'busy' }],

    ['dingtalk', 200, '{"errcode":0,"errmsg":"ok"}', { result: 'sent' }],
    ['dingtalk', 200, '{"errcode":310000,"errmsg":"sign not match"}', { result: 'misconfigured' }],
    ['dingtalk', 200, '{"errcode":300001,"errmsg":"token is not exist"}', { result: 'misconfigured' }],
    [
      'dingtalk',
      200,
      '{"errcode":130101,"errmsg":"send too fast"}',
      { result: 'busy', waitMs: 10 * MINUTE_MS },
    ],
    ['dingtalk', 200, '{"errcode":-1,"errmsg":"系统繁忙"}', { result: 'busy', answer: '-1: 系统繁忙' }],
    ['dingtalk', 200, '{"errcode":460101,"errmsg":"message too long"}', { result: 'refused' }],

    [
      'feishu',
      200,
      '{"StatusCode":0,"StatusMessage":"success","code":0,"data":{},"msg":"success"}',
      { result: 'sent' },
    ],
    [
      'feishu',
      200,
      '{"code":19021,"data":{},"msg":"sign match fail or timestamp is not within one hour from current time"}',
      { result: 'misconfigured' },
    ],
    ['feishu', 400, '{"code":9499,"msg":"Bad Request","data":{}}', { result: 'refused' }],
    ['feishu', 200, '{"code":19024,"msg":"Key Words Not Found","data":{}}', { result: 'misconfigured' }],
    ['feishu', 200, '{"code":11232,"msg":"frequency limited psm","data":{}}', { result: 'busy' }],

    ['discord', 204, '', { result: 'sent' }],
    [
      'discord',
      404,
      '{"message":"Unknown Webhook","code":10015}',
      { result: 'misconfigured', answer: '404: Unknown Webhook' },
    ],
    ['discord', 401, '{"message":"Invalid Webhook Token","code":50027}', { result: 'misconfigured' }],
    ['discord', 400, '{"message":"Invalid Form Body","code":50035}', { result: 'refused' }],
    [
      'discord',
      429,
      '{"message":"You are being rate limited.","retry_after":1.336,"global":false}',
      { result: 'busy', waitMs: 1336 },
    ],
    ['discord', 500, '', { result: 'busy' }],

    [
      'serverchan',
      200,
      '{"code":0,"message":"","data":{"pushid":"11471138","readkey":"k","error":"SUCCESS","errno":0}}',
      { result: 'sent' },
    ],
    ['serverchan', 200, '{"code":0,"message":"SUCCESS","errno":0,"data":{"pushid":"1"}}', { result: 'sent' }],
    [
      'serverchan',
      400,
      '{"message":"[AUTH]用户不存在或者权限不足","code":40001,"info":"用户不存在或者权限不足","args":[null],"scode":461}',
      { result: 'misconfigured' },
    ],
    [
      'serverchan',
      400,
      '{"message":"[AUTH]超过当天的发送次数限制[5]","code":40001}',
      { result: 'busy', waitMs: HOUR_MS },
    ],
    ['serverchan', 200, '{"errno":1024,"errmsg":"不要重复发送同样的内容"}', { result: 'refused' }],

    ['bark', 200, '{"code":200,"message":"success","timestamp":1768478400}', { result: 'sent' }],
    [
      'bark',
      400,
      '{"code":400,"message":"failed to get device token: failed to get [k] device token from database","timestamp":1}',
      { result: 'misconfigured' },
    ],
    [
      'bark',
      500,
      '{"code":500,"message":"push failed: APNs push failed: BadDeviceToken","timestamp":1}',
      { result: 'misconfigured' },
    ],
    ['bark', 500, '{"code":500,"message":"push failed: timeout","timestamp":1}', { result: 'busy' }],
    ['bark', 502, '', { result: 'busy' }],
  ])('of %s: HTTP %i %s', (kind, status, body, expected) => {
    expect(SERVICES[kind].read({ status, body, retryAfter: undefined }, NOW)).toMatchObject(expected);
  });

  it.each(Object.entries(SERVICES))(
    'of %s that cannot be understood count as temporary faults',
    (_, service) => {
      for (const body of ['', 'null', '[]', '"x"', '{"code":"0","errcode":"0"}', '{"parameters":7}'])
        expect(service.read({ status: 503, body, retryAfter: 'soon' }, NOW).result).toBe('busy');
    },
  );

  it('of mail servers', () => {
    expect(readMailError(new MailError('550 No such user', true))).toMatchObject({ result: 'misconfigured' });
    expect(readMailError(new MailError('451 Try later', false))).toMatchObject({ result: 'busy' });
  });
});
