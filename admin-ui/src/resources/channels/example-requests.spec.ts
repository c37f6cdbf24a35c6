import { describe, expect, it } from '@jest/globals';
import { exampleRequests } from './example-requests';

describe('exampleRequests', () => {
  it.each([
    ['Month', "'card_type=Month'"],
    ['月卡 30 天', "'card_type=月卡 30 天'"],
    ["Tom's $HOME `card`", String.raw`'card_type=Tom'\''s $HOME ` + "`card`'"],
  ])('pass the product %s on as one word', (product, word) => {
    const [order, asText] = exampleRequests('http://127.0.0.1/x', product);
    expect(order.text).toContain(`--data-urlencode ${word} -d quantity=1`);
    expect(asText.text).toMatch(/^curl .*'http:\/\/127\.0\.0\.1\/x\/orders\?format=text'/);
    expect(asText.text.endsWith(`--data-urlencode ${word}`)).toBe(true);
  });
});
