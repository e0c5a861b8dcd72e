/** Both ends of a search shared among threads: the executing thread, and a helping one. */
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { ApiError, asApiError, fromPlainError, type PlainError, toPlainError } from '@skein/errors';
import type { HelpedPart, ShardSearchCall, SharedSegments } from '@skein/search';
import { packCall } from '@skein/shard';
import type { ShareRequest } from '../threads/thread_calls.js';
import { SegmentClaims } from './segment_claims.js';

/** The reply of a helping thread. */
type Helped = HelpedPart | { readonly error: PlainError };

interface Sharing {
  /** Number of this thread. */
  readonly own: number;
  /** Number of idle threads. */
  readonly helpers: number;
  /** Sends the request to the helpers, with its ports. */
  readonly tell: (request: ShareRequest) => void;
}

export function shareSegments(
  call: ShardSearchCall,
  segments: number,
  { own, helpers, tell }: Sharing,
): SharedSegments {
  const claims = new SegmentClaims(SegmentClaims.memory(segments), own);
  const count = Math.min(helpers, segments - 1);
  const channels = Array.from({ length: count }, () => new MessageChannel());
  const replies = channels.map(({ port2 }) => port2);
  tell({ claims: claims.memory, replies, call: packCall(inOwnMemory(call)) });
  return {
    takes: (segment) => claims.takes(segment),
    join(check) {
      const others = claims.awaitOthers(check);
      if (others === 'lost') {
        throw new ApiError('node_closed_exception', 'a thread that helped with the search died');
      }
      return channels.flatMap(({ port1 }) => {
        // The port was made for this answer alone.
        const helped = receiveMessageOnPort(port1)?.message as Helped | undefined;
        if (helped !== undefined && 'error' in helped) throw fromPlainError(helped.error);
        return helped ?? [];
      });
    },
    end() {
      claims.end();
      for (const { port1 } of channels) port1.close();
    },
  };
}

/** Copies an unparsed body, because its memory may be reused by the next call. */
function inOwnMemory(call: ShardSearchCall): ShardSearchCall {
  const { search } = call;
  return 'body' in search ? { ...call, search: { ...search, body: search.body.slice() } } : call;
}

/**
 * Claims segments for as long as there are some. `work`: searches the claimed ones and returns the
 * result.
 */
export function helpWithSegments(
  reply: MessagePort,
  claims: SegmentClaims,
  work: () => HelpedPart,
): void {
  if (!claims.takesAny()) return;
  try {
    reply.postMessage(work());
  } catch (thrown) {
    reply.postMessage({ error: toPlainError(asApiError(thrown)) });
  } finally {
    claims.done();
  }
}
