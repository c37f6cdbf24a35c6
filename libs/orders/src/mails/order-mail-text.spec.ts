import { describe, expect, it } from '@jest/globals';
import { nextMailAt } from './mail-retries.js';
import { isMailAddress } from './mail-address.js';
import { orderMailText } from './order-mail-text.js';

const ORDER = {
  application: 'Photo Editor',
  product: 'Month',
  orderNo: 'A-1',
  cards: ['VIP-1', 'VIP-2'],
  mailText: 'Enter the card under Help > Licence.',
};

describe('the mail with cards', () => {
  it('has product, cards, the text of the channel and the order number', () => {
    expect(orderMailText({ ...ORDER, language: 'en' })).toEqual({
      subject: 'Your cards for Photo Editor',
      text: `Thank you for your order: Month for Photo Editor.

Your cards:
VIP-1
VIP-2

Enter the card under Help > Licence.

Order number: A-1
`,
    });
  });

  it('is in the language of the application', () => {
    const { subject, text } = orderMailText({ ...ORDER, language: 'zh-CN', mailText: null });
    expect(subject).toBe('您的 Photo Editor 卡密');
    expect(text).toBe('感谢购买 Photo Editor：Month。\n\n您的卡密：\nVIP-1\nVIP-2\n\n订单号：A-1\n');
  });
});

it.each([
  ['ann@example.com', true],
  ['ann+shop@mail.example.com', true],
  ['ann@example.com, bob@example.com', false],
  ['Ann <ann@example.com>', false],
  ['ann@example.com\r\nBcc: bob@example.com', false],
  ['QQ 12345', false],
  [`${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(20)}.com`, false],
])('%j is a mail address: %s', (text, expected) => expect(isMailAddress(text)).toBe(expected));

it('mails are tried again for about three days', () => {
  let [attempts, at] = [1, 0];
  for (let next = nextMailAt(1, 0); next !== null; next = nextMailAt(++attempts, at)) at = next;
  expect(attempts).toBe(10);
  expect(at / 3_600_000).toBeGreaterThan(72);
  expect(at / 3_600_000).toBeLessThan(80);
});
