import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { Socket } from 'node:net';
import { ConnectionsByAddress } from './connections-by-address.js';

const ADDRESSES = ['a', 'b', 'c'];
const step = fc.tuple(fc.constantFrom('add', 'remove', 'touch'), fc.nat(20), fc.constantFrom(...ADDRESSES));

it('ConnectionsByAddress finds the longest-idle connection of the address with the most connections', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const connections = new ConnectionsByAddress();
      let open: { socket: Socket; address: string }[] = [];
      for (const [what, at, address] of steps) {
        const chosen = open[at % (open.length || 1)];
        if (what === 'add') {
          const added = { socket: new Socket(), address };
          connections.add(added.socket, address);
          open.push(added);
        } else if (chosen) {
          open = open.filter((other) => other !== chosen);
          if (what === 'remove') connections.remove(chosen.socket);
          else open.push(chosen);
          if (what === 'touch') connections.touch(chosen.socket);
        }
        const sizes = ADDRESSES.map((address) => open.filter((other) => other.address === address).length);
        const most = connections.mostCrowded();
        if (open.length === 0) {
          expect(most).toBeUndefined();
        } else {
          expect(most!.size).toBe(Math.max(...sizes));
          expect(most!.size).toBe(sizes[ADDRESSES.indexOf(most!.address)]);
          expect(most!.longestIdle).toBe(open.find(({ address }) => address === most!.address)!.socket);
        }
      }
    }),
  );
});
