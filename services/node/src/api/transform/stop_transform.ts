/** `POST /_transform/{transform_id}/_stop`: stops after the current page or checkpoint. */
import type { ClusterState, TransformRecord } from '@skein/cluster';
import { ApiError, isVersionConflict } from '@skein/errors';
import { acknowledged, booleanParam, orDefault, timeParam } from '@skein/http';
import type { Actors } from '../../actors.js';
import { MASTER_TIMEOUT_PARAMS, masterTimeoutMs } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { transformsOf } from './known_transforms.js';

const DEFAULT_WAIT_MS = 30_000;

export const stop_transform = defineEndpoint({
  id: 'transform.stop_transform',
  shape: 'master',
  routes: ['POST /_transform/{transform_id}/_stop'],
  params: {
    ...MASTER_TIMEOUT_PARAMS,
    timeout: orDefault(timeParam, DEFAULT_WAIT_MS),
    allow_no_match: orDefault(booleanParam, true),
    force: orDefault(booleanParam, false),
    wait_for_completion: orDefault(booleanParam, false),
    wait_for_checkpoint: orDefault(booleanParam, false),
  },
  body: 'none',
  privilege: 'cluster:manage',
  parse: ({ pathParams, params }) => ({
    names: pathParams.transform_id ?? '',
    params,
    options: { timeoutMs: params.timeout, masterTimeoutMs: masterTimeoutMs(params) },
  }),
  handle: async ({ names, params, options }, actors, { signal }) => {
    const { masterService } = actors;
    const found = transformsOf(masterService.state(), names, params.allow_no_match);
    const failed = found.find(({ state }) => state === 'failed');
    if (failed !== undefined && !params.force) {
      const reason = `Unable to stop transform [${failed.id}] as it is in a failed state. Use force stop to stop the transform. More details: [${failed.reason}]`;
      throw new ApiError('status_exception', reason, { status: 409 });
    }
    const waits = { timeoutMs: params.timeout, signal };
    const idle = async (id: string) => {
      const isIdle = ({ state }: TransformRecord) => state !== 'indexing';
      await until(actors, { ids: [id], holds: isIdle, waits });
    };
    const whenIndexing = params.wait_for_checkpoint ? idle : undefined;
    await Promise.all(found.map(({ id }) => stop(id, actors, { ...options, whenIndexing })));
    if (!params.wait_for_completion) return acknowledged();
    const isStopped = ({ state }: TransformRecord) => state === 'stopped';
    await until(actors, { ids: idsOf(found), holds: isStopped, waits });
    return acknowledged();
  },
});

function idsOf(records: readonly TransformRecord[]): readonly string[] {
  return records.map(({ id }) => id);
}

interface Stopping {
  readonly timeoutMs: number;
  readonly masterTimeoutMs: number;
  /** Waits for the end of a checkpoint; absent if a running one is interrupted. */
  readonly whenIndexing: ((id: string) => Promise<void>) | undefined;
}

/**
 * Stops an indexing transform by a request, or waits for it; stops any other at once, unless it has
 * started indexing meanwhile.
 */
async function stop(
  id: string,
  { masterService }: Pick<Actors, 'masterService'>,
  { whenIndexing, ...options }: Stopping,
): Promise<void> {
  for (;;) {
    const record = masterService.state().metadata.transforms.get(id);
    if (record === undefined || record.state === 'stopped' || record.state === 'stopping') return;
    if (record.state === 'indexing' && whenIndexing !== undefined) {
      await whenIndexing(id);
      continue;
    }
    const state = record.state === 'indexing' ? 'stopping' : 'stopped';
    const { createMs, version } = record;
    const request = { id, createMs, version, progress: { state } } as const;
    try {
      await masterService.submit('transform_step', request, options);
      return;
    } catch (thrown) {
      if (!isVersionConflict(thrown)) throw thrown;
    }
  }
}

interface Waiting {
  readonly ids: readonly string[];
  readonly holds: (record: TransformRecord) => boolean;
  readonly waits: { readonly timeoutMs: number; readonly signal: AbortSignal };
}

async function until(
  { masterService }: Pick<Actors, 'masterService'>,
  { ids, holds, waits }: Waiting,
): Promise<void> {
  const areAll = ({ metadata }: ClusterState) =>
    ids.every((id) => {
      const record = metadata.transforms.get(id);
      return record === undefined || holds(record);
    });
  if (await masterService.waitFor(areAll, waits)) return;
  throw new ApiError(
    'status_exception',
    `Could not stop the transforms [${ids.join(', ')}] as they timed out [${waits.timeoutMs}ms].`,
    { status: 408 },
  );
}
