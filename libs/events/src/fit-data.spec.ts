import { describe, expect, it } from '@jest/globals';
import { CATALOGUE, EVENT_TYPES } from './catalogue.js';
import { newEventId } from './event-id.js';
import { DATA_MAX_BYTES, dataAsJson, partsOf } from './fit-data.js';

describe('partsOf', () => {
  it('has at most 50 entries in a part', () => {
    const list = Array.from({ length: 101 }, (_, i) => `CARD-${i}`);
    expect(partsOf(list).map(({ length }) => length)).toEqual([50, 50, 1]);
    expect(partsOf(list).flat()).toEqual(list);
    expect(partsOf([])).toEqual([]);
  });

  it('has parts that fit into an event, however long the entries are', () => {
    const list = Array.from({ length: 50 }, () => '卡'.repeat(64));
    const parts = partsOf(list);
    expect(parts.flat()).toEqual(list);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts)
      expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(DATA_MAX_BYTES - 1000);
  });
});

describe('dataAsJson', () => {
  it('shortens the list of cards of data that is too long', () => {
    const cards = Array.from({ length: 100 }, (_, i) => `${i}`.padStart(64, '卡'));
    const json = dataAsJson({ quantity: 100, cards });
    expect(Buffer.byteLength(json)).toBeLessThanOrEqual(DATA_MAX_BYTES);
    const { quantity, cards: kept } = JSON.parse(json) as { quantity: number; cards: string[] };
    expect(quantity).toBe(100);
    expect(kept.length).toBeGreaterThan(10);
    expect(kept).toEqual(cards.slice(0, kept.length));
  });

  it('refuses data that is too long without cards', () => {
    expect(() => dataAsJson({ reason: 'x'.repeat(DATA_MAX_BYTES) })).toThrow(RangeError);
    expect(() => dataAsJson({ reason: 'x'.repeat(DATA_MAX_BYTES), cards: ['A'] })).toThrow(RangeError);
  });
});

describe('newEventId', () => {
  it('sorts by time and never repeats', () => {
    const times = [0, 1, 31, 32, 1_768_478_400_000, 1_768_478_400_001, 9_999_999_999_999];
    const ids = times.map(newEventId);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(Array.from({ length: 1000 }, () => newEventId(1))).size).toBe(1000);
    for (const id of ids) expect(id).toMatch(/^evt_[0-9a-z]{26}$/);
  });
});

describe('the catalogue', () => {
  it.each(EVENT_TYPES)('has a type %s that fits its column, with a cause and an example', (type) => {
    expect(type.length).toBeLessThanOrEqual(32);
    expect(CATALOGUE[type].about).not.toBe('');
    expect(dataAsJson(CATALOGUE[type].example)).not.toBe('{}');
  });
});
