import { expect, it } from '@jest/globals';
import { eachId } from './each-id';

it.each([
  ['all succeed', {}, { sent: [1, 2, 3], succeeded: 3 }],
  ['one is gone', { 2: 404 }, { sent: [1, 2, 3], succeeded: 2 }],
  ['two are refused', { 1: 409, 3: 422 }, { sent: [1, 2, 3], thrown: 409 }],
  ['one is gone and one is refused', { 1: 404, 2: 403 }, { sent: [1, 2, 3], thrown: 403 }],
  ['the session has ended', { 1: 409, 2: 401 }, { sent: [1, 2], thrown: 401 }],
  ['the server is busy', { 1: 503 }, { sent: [1], thrown: 503 }],
])('%s', async (_, statuses: Record<number, number>, { sent, ...expected }) => {
  const ids: number[] = [];
  const outcome = await eachId([1, 2, 3], [404], async (id) => {
    ids.push(id);
    const status = statuses[id];
    if (status !== undefined) throw Object.assign(new Error(), { status });
  }).then(
    (succeeded) => ({ succeeded }),
    ({ status }: { status: number }) => ({ thrown: status }),
  );
  expect(ids).toEqual(sent);
  expect(outcome).toEqual(expected);
});

it('an error without a status, such as a server that does not answer, stops the rest', async () => {
  const failure = new Error('not sent');
  const ids: number[] = [];
  const send = async (id: number) => {
    ids.push(id);
    throw failure;
  };
  await expect(eachId([1, 2], [404], send)).rejects.toBe(failure);
  expect(ids).toEqual([1]);
});
