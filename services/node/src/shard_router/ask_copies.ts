/**
 * A call on several copies: each node gets one call for all of its copies, and each copy has its
 * own outcome.
 */
import { decodePlain, encodePlain } from '@skein/bytes';
import { asApiError, toPlainError } from '@skein/errors';
import type { CopyCalls } from '@skein/shard';
import type { MasterService } from '../master_service/mod.js';
import type { UserContexts } from '../security/user_contexts.js';
import type { BroadcastCall, ShardHost } from '../shard_host/mod.js';
import type { Asker, CopyOutcome, ShardLinks } from './contract.js';
import { type NodeGroup, placed } from './copy_groups.js';
import { reachState } from './reach_state.js';

interface AskedParts {
  readonly links: ShardLinks;
  readonly shardHost: ShardHost;
  readonly masterService: Pick<MasterService, 'waitFor'>;
  readonly users: UserContexts;
}

export interface Question<K extends BroadcastCall> {
  /** Version of the cluster state that assigns the copies. */
  readonly version: number;
  readonly call: K;
  readonly request: CopyCalls[K]['request'];
  readonly asker: Asker;
}

/** Never rejects: if a node does not answer, only its copies fail. */
export async function askCopies<K extends BroadcastCall>(
  parts: AskedParts,
  groups: ReadonlyMap<string, NodeGroup>,
  question: Question<K>,
): Promise<readonly CopyOutcome<unknown>[]> {
  const asked = [...groups].map(([nodeId, group]) => askNode(parts, nodeId, group, question));
  return (await Promise.all(asked)).flat();
}

async function askNode<K extends BroadcastCall>(
  { shardHost, links, users, masterService }: AskedParts,
  nodeId: string,
  { addresses, targets }: NodeGroup,
  { version, call, request, asker }: Question<K>,
): Promise<readonly CopyOutcome<unknown>[]> {
  try {
    if (nodeId === links.localNodeId) {
      await reachState(masterService, version, asker.signal);
      return placed(targets, await shardHost.callEach(call, addresses, request));
    }
    const asked = {
      call,
      stateVersion: version,
      copies: addresses,
      request: encodePlain(request),
    };
    const options = { user: users.encode(asker.identity), signal: asker.signal };
    const { outcomes } = await links.call(nodeId, 'shard/broadcast', asked, options);
    return placed(targets, decodePlain(outcomes));
  } catch (thrown) {
    const error = toPlainError(asApiError(thrown));
    return targets.map((target) => ({ target, ok: false, error }));
  }
}
