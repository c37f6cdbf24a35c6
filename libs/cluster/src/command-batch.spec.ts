import { describe, expect, it } from '@jest/globals';
import { CommandBatch } from './command-batch.js';

describe('CommandBatch', () => {
  const recording = () => {
    const commands: (readonly number[])[] = [];
    const batch = new CommandBatch(async (items: readonly number[]) => {
      commands.push(items);
      if (items.includes(13)) throw new Error('unlucky');
      return items.map((item) => item * 2);
    });
    return { batch, commands };
  };

  it('processes the items added before a send together, and gives each its own result', async () => {
    const { batch, commands } = recording();
    const first = [1, 2, 3].map((item) => batch.add(item));
    batch.send();
    const second = batch.add(4);
    batch.send();
    expect(await Promise.all([...first, second])).toEqual([2, 4, 6, 8]);
    expect(commands).toEqual([[1, 2, 3], [4]]);
  });

  it('splits many items into commands of 500; an error affects only its command', async () => {
    const { batch, commands } = recording();
    const results = Array.from({ length: 1001 }, (_, item) => batch.add(item));
    batch.send();
    const settled = await Promise.allSettled(results);
    expect(commands.map(({ length }) => length)).toEqual([500, 500, 1]);
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(500);
    expect(settled[13]).toMatchObject({ reason: new Error('unlucky') });
    expect(settled[1000]).toMatchObject({ value: 2000 });
  });
});
