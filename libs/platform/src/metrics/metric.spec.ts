import { describe, expect, it } from '@jest/globals';
import { counter, gauge, renderMetrics } from './metric.js';

describe('renderMetrics', () => {
  it('writes what Prometheus reads', () => {
    const text = renderMetrics([
      gauge('a_bytes', 'How many.', 1.5),
      counter('b_total', 'How often.', 3),
      {
        name: 'c',
        help: 'Which.',
        type: 'gauge',
        samples: [
          { value: Infinity, labels: { route: '/x', code: 404 } },
          { value: NaN, labels: { text: 'a "b" \\ c\nd' } },
        ],
      },
      { name: 'none', help: 'Nothing yet.', type: 'counter', samples: [] },
    ]);
    expect(text.split('\n')).toEqual([
      '# HELP a_bytes How many.',
      '# TYPE a_bytes gauge',
      'a_bytes 1.5',
      '# HELP b_total How often.',
      '# TYPE b_total counter',
      'b_total 3',
      '# HELP c Which.',
      '# TYPE c gauge',
      'c{route="/x",code="404"} +Inf',
      'c{text="a \\"b\\" \\\\ c\\nd"} NaN',
      '# HELP none Nothing yet.',
      '# TYPE none counter',
      '',
    ]);
  });
});
