/**
 * `GET /_snapshot/{repository}/{snapshot}`: the snapshots of a repository, including running ones.
 */
import { requireRepository, type SnapshotRecord } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { booleanParam, jsonReply, orDefault, splitList } from '@skein/http';
import type { RootSnapshot } from '@skein/snapshots';
import { MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { availableSnapshots } from './available_snapshots.js';
import { detailsJson, rootJson, runningJson } from './snapshot_json.js';
import { namedSnapshots, snapshotMissing } from './snapshot_names.js';
import { SEES_SNAPSHOTS } from './snapshot_privileges.js';

const CURRENT = '_current';

export const get = defineEndpoint({
  id: 'snapshot.get',
  shape: 'local',
  routes: ['GET /_snapshot/{repository}/{snapshot}'],
  params: {
    ...MASTER_TIMEOUT_PARAMS,
    ignore_unavailable: orDefault(booleanParam, false),
    verbose: orDefault(booleanParam, true),
  },
  body: 'none',
  privilege: SEES_SNAPSHOTS,
  parse: ({ pathParams, params }) => ({
    repository: pathParams.repository ?? '',
    names: splitList(pathParams.snapshot ?? ''),
    ignores: params.ignore_unavailable,
    isVerbose: params.verbose,
  }),
  handle: async ({ repository, names, ignores, isVerbose }, actors, { signal }) => {
    const { masterService, snapshots } = actors;
    requireRepository(masterService.state(), repository);
    const { running, root } = await availableSnapshots(repository, actors, signal);
    const chosen = choose({ running, ended: root.snapshots }, names, { repository, ignores });
    if (!isVerbose) {
      return jsonReply({
        snapshots: byStart([
          ...chosen.ended.map(startOf(rootJson)),
          ...chosen.running.map(startOf(briefJson)),
        ]),
      });
    }
    const uuids = chosen.ended.map(({ uuid }) => uuid);
    const details = await snapshots.operate(repository, 'details', { uuids }, signal);
    const shown = [
      ...details.map(startOf(detailsJson)),
      ...chosen.running.map(startOf(runningJson)),
    ];
    return jsonReply({ snapshots: byStart(shown) });
  },
});

interface Available {
  readonly running: readonly SnapshotRecord[];
  readonly ended: readonly RootSnapshot[];
}

/** As in OpenSearch, a pattern without a match counts as a missing snapshot. */
function choose(
  { running, ended }: Available,
  names: readonly string[],
  { repository, ignores }: { readonly repository: string; readonly ignores: boolean },
): Available {
  const all = [...running, ...ended];
  for (const name of names) {
    if (ignores || name === CURRENT || name === '_all') continue;
    const found = namedSnapshots(all, [name], { repository, mustExist: true });
    if (found.length === 0 && name !== '*') throw snapshotMissing(repository, name);
  }
  const plain = names.filter((name) => name !== CURRENT);
  const lenient = { repository, mustExist: false };
  return {
    running: names.includes(CURRENT) ? running : namedSnapshots(running, plain, lenient),
    ended: namedSnapshots(ended, plain, lenient),
  };
}

function briefJson({ name, uuid, indices, dataStreams }: SnapshotRecord): JsonObject {
  return {
    snapshot: name,
    uuid,
    indices: indices.map((index) => index.name).sort(),
    data_streams: [...dataStreams],
    state: 'IN_PROGRESS',
  };
}

interface Shown {
  readonly startMs: number;
  readonly json: JsonObject;
}

function startOf<T extends { readonly startMs: number }>(render: (one: T) => JsonObject) {
  return (one: T): Shown => ({ startMs: one.startMs, json: render(one) });
}

function byStart(shown: Shown[]): JsonObject[] {
  return shown.sort((a, b) => a.startMs - b.startMs).map(({ json }) => json);
}
