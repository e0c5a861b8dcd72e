/**
 * Downloads the initial files of a shard whose index is in a remote store. They go to a folder
 * beside the shard's own, which is removed when the shard is open.
 */
import type { Clock } from '@skein/base';
import type { IndexMetadata } from '@skein/cluster';
import type { OpenShardRequest } from '@skein/shard';
import type { HeldSources } from '../local_sources.js';
import { remotePlace } from './remote_place.js';
import type { RemotePort } from './remote_port.js';

const FOLDER = 'restored';

interface RemoteFetchParts {
  readonly remotePort: RemotePort;
  /** Writes the index's metadata to the store; resolves with its version. */
  readonly writeMetadata: (index: IndexMetadata) => Promise<number>;
  readonly removeFolder: (path: string) => Promise<void>;
  readonly clock: Clock;
  /** Identifies this opening of the shard; no other opening ever has the same value. */
  readonly writer: string;
}

/**
 * Claims the shard's log and downloads its files. After the claim, earlier writers can no longer
 * write to the log.
 */
export async function fetchRemote(
  open: OpenShardRequest,
  index: IndexMetadata,
  { remotePort, writeMetadata, removeFolder, writer, clock }: RemoteFetchParts,
  signal: AbortSignal,
): Promise<HeldSources> {
  const { repository, indexId } = remotePlace(index);
  const { shardId: shard, primaryTerm: term, indexUuid: owner } = open;
  const path = `${open.path}/${FOLDER}`;
  try {
    const metadataVersion = await writeMetadata(index);
    const claim = { owner, term, writer };
    const request = { indexId, shard, claim, metadataVersion, path };
    const startMs = clock.monotonicMs();
    const { commit, tail, bytes } = await remotePort.restore(repository, request, signal);
    const downloaded = { bytes, timeMs: clock.monotonicMs() - startMs };
    const sources = commit === undefined ? [] : [{ path, commit }];
    return {
      local: {
        sources,
        routedBy: undefined,
        tail: { path: `${path}/tail`, files: tail },
        downloaded,
      },
      letGo: () => removeFolder(path),
    };
  } catch (error) {
    await removeFolder(path);
    throw error;
  }
}
