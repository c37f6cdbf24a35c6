import { expect, it } from '@jest/globals';
import { primariesIn } from './cluster-nodes.js';

const A = 'a 10.0.0.1:7001@17001,one.example.com myself,master - 0 0 1 connected 0-99 200 [99->-b] [300-<-b]';
const B = 'b 10.0.0.2:7002@17002 master,nofailover - 0 0 2 connected 100-199 201-16383';

it('reads the primaries that serve slots, and which one serves the slot in question', () => {
  const replica = 'c 10.0.0.3:7003@17003 slave b 0 0 2 connected';
  const empty = 'd 10.0.0.4:7004@17004 master - 0 0 3 connected';
  const reply = [A, B, replica, empty, ''].join('\n');
  const [a, b] = [
    { id: 'a', host: '10.0.0.1', port: 7001, isSelf: true, isUp: true },
    { id: 'b', host: '10.0.0.2', port: 7002, isSelf: false, isUp: true },
  ];
  for (const [slot, isFirst] of [
    [0, true],
    [99, true],
    [100, false],
    [200, true],
    [201, false],
    [300, false],
  ] as const) {
    expect(primariesIn(reply, slot, false)).toEqual([
      { ...a, servesSlot: isFirst },
      { ...b, servesSlot: !isFirst },
    ]);
  }
});

it.each(['fail', 'fail?'])('reads that a primary is down (%s)', (flag) => {
  const line = B.replace('nofailover', flag);
  expect(primariesIn(line, 0, false)).toMatchObject([{ id: 'b', isUp: false }]);
});

it.each([
  [A, true, 'one.example.com', 7001],
  [A, false, '10.0.0.1', 7001],
  [B, true, '10.0.0.2', 7002],
  [B.replace('10.0.0.2', '2001:db8::2'), false, '2001:db8::2', 7002],
  [B.replace('10.0.0.2', ''), false, '', 7002],
  [B.replace('@17002', '@17002,two.example.com,tls-port=0,shard-id=x'), true, 'two.example.com', 7002],
])('reads the address in %s (by name: %s)', (line, byName, host, port) => {
  expect(primariesIn(line, 0, byName)).toMatchObject([{ host, port }]);
});
