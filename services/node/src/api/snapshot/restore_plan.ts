/**
 * The plan of a restore, read from the repository: indices under their new names, data streams, and
 * other metadata.
 */
import {
  type DataStream,
  decodeDataStream,
  encodeIndex,
  foreignObject,
  type IndexMetadata,
  type IndexToRestore,
  parseForeign,
  readForeign,
  readTakenIndex,
  snapshotFault,
} from '@skein/cluster';
import { isJsonArray, type JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { Root, RootSnapshot, SnapshotDetails } from '@skein/snapshots';
import type { Snapshots } from '../../snapshot_host/mod.js';
import { REFERENCE_VERSION } from '../../version.js';
import { indicesInSnapshot } from './indices_in_snapshot.js';
import { renameIndex } from './rename.js';
import type { RestoreBody } from './restore_body.js';
import { checkSettingsChange, type Origin, restoredSettings } from './restored_settings.js';

/** An index of the plan, with the names of its aliases. */
interface PlannedIndex extends IndexToRestore {
  readonly aliases: readonly string[];
}

export interface RestorePlan {
  readonly indices: readonly PlannedIndex[];
  readonly dataStreams: readonly DataStream[];
  readonly globalMetadata?: JsonObject;
}

export interface PlanRequest {
  readonly repository: string;
  readonly root: Root;
  readonly found: RootSnapshot;
  readonly body: RestoreBody;
}

export async function planRestore(
  request: PlanRequest,
  snapshots: Pick<Snapshots, 'operate'>,
  signal: AbortSignal,
): Promise<RestorePlan> {
  const { repository, found, body } = request;
  const { uuid } = found;
  const [details] = await snapshots.operate(repository, 'details', { uuids: [uuid] }, signal);
  if (details === undefined) throw new TypeError('a snapshot has its details');
  checkRestorable(request, details);
  const general = await generalMetadata(request, snapshots, signal);
  const { streams, indices: names } = choose(streamsOf(general, details), details, body);
  checkNames(request, {
    names,
    kind: 'indices',
    into: 'index',
    rename: (name) => renameIndex(body.rename, name),
  });
  const streamNames = streams.map(({ name }) => name);
  checkNames(request, {
    names: streamNames,
    kind: 'data streams',
    into: 'data stream',
    rename: body.rename,
  });
  const origin = { repository, snapshot: { name: found.name, uuid } };
  checkSettingsChange(body, origin);
  const indices = await readIndices({ ...request, details, origin }, names, snapshots, signal);
  const global = body.includeGlobalState ? foreignObject(general.global) : undefined;
  return {
    indices,
    dataStreams: streams.map((stream) => renamed(stream, body)),
    ...(global === undefined ? {} : { globalMetadata: global }),
  };
}

/** OpenSearch's rules for restores (RestoreService). */
function checkRestorable({ repository, body }: PlanRequest, details: SnapshotDetails): void {
  const fault = (reason: string) =>
    snapshotFault('snapshot_restore_exception', repository, details, reason);
  if (details.versionId > REFERENCE_VERSION.versionId) {
    throw fault(
      `the snapshot was created with OpenSearch version [${details.version}] which is higher than the version of this node [${REFERENCE_VERSION.version}]`,
    );
  }
  if (body.includeGlobalState && !details.includeGlobalState) {
    const reason =
      'cannot restore global state since the snapshot was created without global state';
    throw fault(reason);
  }
}

async function generalMetadata(
  { repository, found }: PlanRequest,
  snapshots: Pick<Snapshots, 'operate'>,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { uuid } = found;
  const bytes = await snapshots.operate(repository, 'global_metadata', { uuid }, signal);
  return bytes === undefined || bytes.length === 0 ? {} : parseForeign(bytes);
}

/** The data streams that are complete in the snapshot. */
function streamsOf({ dataStreams }: JsonObject, details: SnapshotDetails): readonly DataStream[] {
  if (!isJsonArray(dataStreams)) return [];
  const taken = new Set(details.dataStreams);
  return dataStreams
    .map((json) => readForeign('data stream', () => decodeDataStream(foreignObject(json))))
    .filter(({ name }) => taken.has(name));
}

interface Chosen {
  readonly streams: readonly DataStream[];
  /** Includes the backing indices of the streams. */
  readonly indices: readonly string[];
}

/** A stream is selected and excluded with its backing indices; a selected one has all of them. */
function choose(
  streams: readonly DataStream[],
  { indices }: SnapshotDetails,
  { patterns, ignoreUnavailable, allowNoIndices }: RestoreBody,
): Chosen {
  const members = new Map(streams.map((stream) => [stream.name, stream.indices]));
  const named = indicesInSnapshot([...members.keys(), ...indices], patterns, {
    ignoreUnavailable,
    allowNoIndices,
    members,
  });
  const chosen = new Set(named);
  const whole = streams.filter(({ name }) => chosen.has(name));
  const backing = new Set(whole.flatMap((stream) => stream.indices));
  return {
    streams: whole,
    indices: indices.filter((name) => chosen.has(name) || backing.has(name)),
  };
}

interface Renaming {
  readonly names: readonly string[];
  readonly kind: 'indices' | 'data streams';
  readonly into: 'index' | 'data stream';
  readonly rename: (name: string) => string;
}

function checkNames(
  { repository, found }: PlanRequest,
  { names, kind, into, rename }: Renaming,
): void {
  const targets = new Map<string, string>();
  for (const name of names) {
    const target = rename(name);
    const other = targets.get(target);
    if (other !== undefined) {
      const reason = `${kind} [${other}] and [${name}] are renamed into the same ${into} [${target}]`;
      const { name: snapshot } = found;
      throw snapshotFault('snapshot_restore_exception', repository, { name: snapshot }, reason);
    }
    targets.set(target, name);
  }
}

interface Reading extends PlanRequest {
  readonly details: SnapshotDetails;
  readonly origin: Origin;
}

async function readIndices(
  { repository, root, details, body, origin }: Reading,
  names: readonly string[],
  snapshots: Pick<Snapshots, 'operate'>,
  signal: AbortSignal,
): Promise<PlannedIndex[]> {
  const request = { uuid: details.uuid, indices: names };
  const metadata = await snapshots.operate(repository, 'index_metadata', request, signal);
  const inRoot = Map.groupBy(root.indices, (index) => index.name);
  const failures = Map.groupBy(details.failures, ({ index }) => index);
  return names.map((name, at) => {
    const taken = readTakenIndex(name, parseForeign(metadata[at] ?? new Uint8Array()));
    const known = inRoot.get(name)?.find(({ snapshots: all }) => all.includes(details.uuid));
    const failed = new Set(failures.get(name)?.map(({ shard }) => shard));
    const generations = Array.from({ length: taken.numberOfShards }, (_, shard) =>
      failed.has(shard) ? null : (known?.generations[shard] ?? null),
    );
    if (!body.isPartial || body.isSearchable)
      checkWhole(name, { generations, failed, repository, origin });
    const aliases = body.includeAliases ? renamedAliases(taken.aliases, body) : new Map();
    return {
      name,
      target: renameIndex(body.rename, name),
      indexId: known?.id ?? '',
      generations,
      metadata: encodeIndex({
        ...taken,
        settings: restoredSettings(taken.settings, body),
        aliases,
      }),
      aliases: [...aliases.keys()],
      ...(body.isSearchable ? { isSearchable: true } : {}),
      keepsAliases: !body.includeAliases,
    };
  });
}

function checkWhole(
  name: string,
  {
    generations,
    failed,
    repository,
    origin,
  }: {
    readonly generations: readonly (string | null)[];
    readonly failed: ReadonlySet<number>;
    readonly repository: string;
    readonly origin: Origin;
  },
): void {
  const lost = generations.findIndex((one, shard) => one === null && !failed.has(shard));
  if (lost >= 0) {
    const reason = `[${repository}] shard [${name}][${lost}] has no list of files, but the snapshot says that it was taken`;
    throw new ApiError('corrupt_repository_exception', reason);
  }
  if (failed.size === 0) return;
  const reason = `index [${name}] wasn't fully snapshotted - cannot restore`;
  throw snapshotFault('snapshot_restore_exception', repository, origin.snapshot, reason);
}

type Aliases = IndexMetadata['aliases'];

function renamedAliases(aliases: Aliases, { renameAlias }: RestoreBody): Aliases {
  return new Map(
    [...aliases.values()].map((alias) => {
      const name = renameAlias(alias.name);
      return [name, { ...alias, name }];
    }),
  );
}

function renamed(stream: DataStream, { rename }: RestoreBody): DataStream {
  const indices = stream.indices.map((index) => renameIndex(rename, index));
  return { ...stream, name: rename(stream.name), indices };
}
