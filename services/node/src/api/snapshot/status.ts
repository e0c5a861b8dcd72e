/**
 * `GET /_snapshot/{repository}/{snapshot}/_status`: the status by shard of the named snapshots, or
 * of the running ones.
 */
import { commaValues } from '@skein/base';
import { booleanParam, jsonReply, orDefault, splitList } from '@skein/http';
import type { Actors } from '../../actors.js';
import { MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { endedStatus } from './ended_status.js';
import { runningSnapshots } from './running_snapshots.js';
import { runningStatus } from './running_status.js';
import { snapshotMissing } from './snapshot_names.js';
import { SEES_SNAPSHOTS } from './snapshot_privileges.js';

export const status = defineEndpoint({
  id: 'snapshot.status',
  shape: 'local',
  routes: [
    'GET /_snapshot/_status',
    'GET /_snapshot/{repository}/_status',
    'GET /_snapshot/{repository}/{snapshot}/_status',
    'GET /_snapshot/{repository}/{snapshot}/{index}/_status',
  ],
  params: { ...MASTER_TIMEOUT_PARAMS, ignore_unavailable: orDefault(booleanParam, false) },
  body: 'none',
  privilege: SEES_SNAPSHOTS,
  parse: ({ pathParams, params }) => ({
    repository: pathParams.repository === '_all' ? undefined : pathParams.repository,
    names: commaValues(pathParams.snapshot ?? ''),
    indices: pathParams.index === undefined ? undefined : splitList(pathParams.index),
    ignores: params.ignore_unavailable,
  }),
  handle: async ({ repository, names, indices, ignores }, actors, { signal }) => {
    const { masterService } = actors;
    const all = runningSnapshots(masterService.state(), repository);
    const running = all.filter(({ name }) => names.length === 0 || names.includes(name));
    const shown = await runningStatus(running, { indices, actors, signal });
    if (repository === undefined || names.length === 0) return jsonReply({ snapshots: shown });
    // Snapshots that ended in the meantime are in the root too, and are shown as they were.
    const known = new Set(running.map(({ name }) => name));
    const others = names.filter((name) => !known.has(name));
    const ended = await ofEnded({ repository, names: others, indices, ignores }, actors, signal);
    return jsonReply({ snapshots: [...shown, ...ended] });
  },
});

interface StatusRequest {
  readonly repository: string;
  readonly names: readonly string[];
  readonly indices: readonly string[] | undefined;
  readonly ignores: boolean;
}

async function ofEnded(
  request: StatusRequest,
  { snapshots }: Pick<Actors, 'snapshots'>,
  signal: AbortSignal,
) {
  const { repository, names, indices, ignores } = request;
  const root = await snapshots.operate(repository, 'read_root', {}, signal);
  const found = names.flatMap((name) => {
    const one = root.snapshots.find((snapshot) => snapshot.name === name);
    if (one === undefined && !ignores) throw snapshotMissing(repository, name);
    return one ?? [];
  });
  const shown = [];
  for (const one of found) {
    shown.push(await endedStatus({ repository, root, found: one, indices }, snapshots, signal));
  }
  return shown;
}
