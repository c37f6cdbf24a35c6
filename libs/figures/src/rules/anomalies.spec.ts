import { describe, expect, it } from '@jest/globals';
import { hasManyAddresses, hasManyDevices } from './anomalies.js';

describe('hasManyDevices', () => {
  it.each([
    [4, 1, false],
    [5, 1, true],
    [5, 5, false],
    [6, 5, true],
    [19, 0, false],
    [20, 0, true],
  ])('%d devices of at most %d: %p', (devices, max, isMany) => {
    expect(hasManyDevices(devices, max)).toBe(isMany);
  });
});

describe('hasManyAddresses', () => {
  it.each([
    [9, 1, false],
    [10, 1, true],
    [12, 4, false],
    [13, 4, true],
  ])('%d addresses of %d devices: %p', (addresses, devices, isMany) => {
    expect(hasManyAddresses(addresses, devices)).toBe(isMany);
  });
});
