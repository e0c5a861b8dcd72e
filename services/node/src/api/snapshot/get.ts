/**
 * `GET /_snapshot/{repository}/{snapshot}`: the snapshots of a repository, including running ones.
 */
import { commaValues } from '@skein/base';
import { requireRepository, type SnapshotRecord } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { booleanParam, jsonReply, orDefault } from '@skein/http';
import type { RootSnapshot } from '@skein/snapshots';
import { MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { availableSnapshots } from './available_snapshots.js';
import { detailsJson, rootJson, runningJson } from './snapshot_json.js';
import { type Named, namedSnapshots, snapshotMissing } from './snapshot_names.js';
import { SEES_SNAPSHOTS } from './snapshot_privileges.js';

const ALL = '_all';
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
    names: commaValues(pathParams.snapshot ?? ''),
    ignores: params.ignore_unavailable,
    isVerbose: params.verbose,
  }),
  handle: async ({ repository, names, ignores, isVerbose }, actors, { signal }) => {
    const { masterService, snapshots } = actors;
    requireRepository(masterService.state(), repository);
    const { running, root } = await availableSnapshots(repository, actors, signal);
    const chosen = choose({ running, ended: root.snapshots }, names, { repository, ignores });
    if (!isVerbose) {
      const brief = [
        ...chosen.ended.map(shownBy(rootJson)),
        ...chosen.running.map(shownBy(briefJson)),
      ];
      // As in OpenSearch, which does not read the times of these.
      return jsonReply({ snapshots: sorted(brief, byName) });
    }
    const uuids = chosen.ended.map(({ uuid }) => uuid);
    const details = await snapshots.operate(repository, 'details', { uuids }, signal);
    const shown = [
      ...details.map(shownBy(detailsJson)),
      ...chosen.running.map(shownBy(runningJson)),
    ];
    return jsonReply({ snapshots: sorted(shown, byStart) });
  },
});

interface Available {
  readonly running: readonly SnapshotRecord[];
  readonly ended: readonly RootSnapshot[];
}

/**
 * As in OpenSearch, plain names must exist, and patterns must find a snapshot together. `_all`
 * stands for all snapshots if it is the only name.
 */
function choose(
  { running, ended }: Available,
  names: readonly string[],
  { repository, ignores }: { readonly repository: string; readonly ignores: boolean },
): Available {
  const [first = ''] = names;
  if (names.length === 1 && first.toLowerCase() === ALL) return { running, ended };
  const others = names.filter((name) => name.toLowerCase() !== CURRENT);
  const all: readonly Named[] = [...running, ...ended];
  const found = new Set(namedSnapshots(all, others, { repository, mustExist: !ignores }));
  if (others.length < names.length) for (const one of running) found.add(one);
  if (found.size === 0 && others.length > 0 && !ignores) throw snapshotMissing(repository, first);
  return {
    running: running.filter((one) => found.has(one)),
    ended: ended.filter((one) => found.has(one)),
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
  readonly name: string;
  readonly json: JsonObject;
}

function shownBy<T extends Omit<Shown, 'json'>>(render: (one: T) => JsonObject) {
  return (one: T): Shown => ({ startMs: one.startMs, name: one.name, json: render(one) });
}

function byName(a: Shown, b: Shown): number {
  return a.name < b.name ? -1 : 1;
}

function byStart(a: Shown, b: Shown): number {
  return a.startMs - b.startMs || byName(a, b);
}

function sorted(shown: readonly Shown[], compare: (a: Shown, b: Shown) => number): JsonObject[] {
  return shown.toSorted(compare).map(({ json }) => json);
}
