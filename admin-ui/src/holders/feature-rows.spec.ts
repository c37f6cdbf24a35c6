import { describe, expect, it } from '@jest/globals';
import { type FeatureRow, rowsFault, toFeatures, toRows } from './feature-rows';

const row = (name: string, kind: FeatureRow['kind'], value = ''): FeatureRow => ({ name, kind, value });

describe('the rows of features', () => {
  it.each([
    [{}],
    [{ export: true, beta: false, seats: 3, credits: 0, edition: 'pro', code: '', text: '3', no: 'false' }],
    [{ target: 'a name of events', constructors: -1.5 }],
  ])('of %j stand for them', (features) => {
    expect(toFeatures(toRows(features))).toEqual(features);
    expect(rowsFault(toRows(features))).toBeUndefined();
  });

  it.each<[rows: FeatureRow[], fault: string | undefined]>([
    [[row('a', 'yes'), row('', 'yes')], 'panel.features.name_missing'],
    [[row('a', 'yes'), row('a', 'text')], 'panel.features.name_repeated'],
    [[row('a', 'number', '')], 'panel.features.no_number'],
    [[row('a', 'number', ' ')], 'panel.features.no_number'],
    [[row('a', 'number', '1,5')], 'panel.features.no_number'],
    [[row('a', 'number', '1e999')], 'panel.features.no_number'],
    [[row('a', 'number', '-1.5')], undefined],
    [[row('a', 'text', '')], undefined],
  ])('of %j: %s', (rows, fault) => {
    expect(rowsFault(rows)).toBe(fault);
  });
});
