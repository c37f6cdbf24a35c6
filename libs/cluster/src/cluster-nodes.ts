/** Number of hash slots of every Redis Cluster. */
const SLOTS = 16_384;

/** A node as one node of the cluster sees it. */
interface SeenNode {
  readonly id: string;
  /** True if it is the node that sees. */
  readonly isSelf: boolean;
  /** Slots that it serves; 0 for replicas, and for primaries that most nodes cannot reach. */
  readonly slots: number;
}

/** Parses the reply to `CLUSTER NODES`. */
export function parseNodes(text: string): SeenNode[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [id = '', , flags = '', , , , , , ...ranges] = line.split(' ');
      const has = (flag: string) => flags.split(',').includes(flag);
      const serves = has('master') && !has('fail');
      return { id, isSelf: has('myself'), slots: serves ? countSlots(ranges) : 0 };
    });
}

/**
 * Returns the ids of the nodes that serve slots in the view of most nodes. One that was suspended may take itself for a
 * primary although a replica has taken over.
 * @param views of all nodes that were asked
 * @throws Error if the cluster does not serve all slots
 */
export function agreedOwners(views: readonly (readonly SeenNode[])[]): Set<string> {
  const most = Math.floor(views.length / 2) + 1;
  const complete = views.filter((view) => view.reduce((sum, { slots }) => sum + slots, 0) === SLOTS);
  if (complete.length < most) throw new Error('the cluster does not serve all of its slots');
  const votes = new Map<string, number>();
  for (const view of views)
    for (const { id, slots } of view) if (slots > 0) votes.set(id, (votes.get(id) ?? 0) + 1);
  return new Set([...votes].flatMap(([id, count]) => (count >= most ? [id] : [])));
}

/** Ranges are `0-5460` or `7`. Slots that are being moved follow in brackets, and count for their owner already. */
function countSlots(ranges: readonly string[]): number {
  let count = 0;
  for (const range of ranges) {
    if (range.startsWith('[')) continue;
    const [first, last = first] = range.split('-').map(Number);
    count += last! - first! + 1;
  }
  return count;
}
