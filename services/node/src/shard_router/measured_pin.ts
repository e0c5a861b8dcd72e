/**
 * A point in time on this node that measures its response times, so that the node can be compared
 * with others.
 */
import type { PinnedShard } from '../shard_host/mod.js';
import type { NodeResponses } from './node_responses.js';
import { pinAround } from './pin_around.js';

interface MeasuredPinParts {
  readonly nodeId: string;
  readonly responses: NodeResponses;
  readonly monotonicMs: () => number;
  /** Number of searches that wait for a thread here. */
  readonly queue: () => number;
}

export function measuredPin(
  pin: PinnedShard,
  { nodeId, responses, monotonicMs, queue }: MeasuredPinParts,
): PinnedShard {
  return pinAround(pin, async (request, ask) => {
    const pending = responses.start(nodeId);
    const startMs = monotonicMs();
    try {
      const reply = await ask(request);
      pending.answered({ serviceMs: monotonicMs() - startMs, queue: queue() });
      return reply;
    } catch (error) {
      pending.failed();
      throw error;
    }
  });
}
