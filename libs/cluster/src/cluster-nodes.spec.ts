import { describe, expect, it } from '@jest/globals';
import { agreedOwners, parseNodes } from './cluster-nodes.js';

const line = (id: string, flags: string, ranges = '', primary = '-') =>
  `${id} 127.0.0.1:6379@16379,host ${flags} ${primary} 0 1 2 connected${ranges && ` ${ranges}`}`;
const view = (...lines: string[]) => parseNodes(`${lines.join('\n')}\n`);

describe('parseNodes', () => {
  it('counts the slots of primaries that serve', () => {
    expect(
      view(
        line('a', 'myself,master', '0-99 200 [300->-b] [301-<-c]'),
        line('b', 'slave', '', 'a'),
        line('c', 'master,fail', '100-199'),
        line('d', 'master,fail?', '201-202'),
      ),
    ).toEqual([
      { id: 'a', isSelf: true, slots: 101 },
      { id: 'b', isSelf: false, slots: 0 },
      { id: 'c', isSelf: false, slots: 0 },
      { id: 'd', isSelf: false, slots: 2 },
    ]);
  });
});

describe('agreedOwners', () => {
  const thirds = ['0-5000', '5001-10000', '10001-16383'];
  const seen = (...ids: string[]) => view(...ids.map((id, i) => line(id, 'master', thirds[i])));

  it('are those that serve slots in the view of most', () => {
    // The first was suspended, and has not heard that another took over.
    const views = [seen('a', 'b', 'c'), seen('d', 'b', 'c'), seen('d', 'b', 'c')];
    expect([...agreedOwners(views)].toSorted()).toEqual(['b', 'c', 'd']);
  });

  it('serve all slots in the view of most', () => {
    const partial = view(line('a', 'master', '0-16382'));
    const whole = view(line('a', 'master', '0-16383'));
    expect(() => agreedOwners([partial, whole])).toThrow('does not serve all of its slots');
    expect(() => agreedOwners([])).toThrow('does not serve all of its slots');
    expect([...agreedOwners([partial, whole, whole])]).toEqual(['a']);
  });
});
