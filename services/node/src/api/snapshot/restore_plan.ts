/** What a restore will bring, found out in the repository: indices under their new names, data streams, and the rest of the metadata. */
import { simpleMatch } from '@skein/base';
import {
  type DataStream,
  decodeDataStream,
  decodeIndex,
  encodeIndex,
  type IndexToRestore,
  snapshotFault,
} from '@skein/cluster';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import type { Root, RootSnapshot, SnapshotDetails } from '@skein/snapshots';
import type { Snapshots } from '../../snapshot_host/mod.js';
import { REFERENCE_VERSION } from '../../version.js';
import { indicesInSnapshot } from './indices_in_snapshot.js';
import { renameIndex } from './rename.js';
import type { RestoreBody } from './restore_body.js';
import { checkSettingsChange, type Origin, restoredSettings } from './restored_settings.js';

export interface RestorePlan {
  readonly indices: readonly IndexToRestore[];
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
  const streams = chosenStreams(general, details, body);
  const backing = new Set(streams.flatMap(({ indices }) => indices));
  const names = chosenIndices(details, body, backing);
  checkNames(request, names);
  const origin = { repository, snapshot: { name: found.name, uuid } };
  checkSettingsChange(body, origin);
  const indices = await readIndices({ ...request, details, origin }, names, snapshots, signal);
  const global = body.includeGlobalState ? requireObject(general.global) : undefined;
  return {
    indices,
    dataStreams: streams.map((stream) => renamed(stream, body)),
    ...(global === undefined ? {} : { globalMetadata: global }),
  };
}

/** OpenSearch's rules (RestoreService). */
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
  return bytes === undefined || bytes.length === 0 ? {} : parsedObject(bytes);
}

function parsedObject(bytes: Uint8Array): JsonObject {
  return requireObject(parseJson(bytes));
}

function requireObject(json: JsonValue | undefined): JsonObject {
  if (isJsonObject(json)) return json;
  throw new ApiError('corrupt_repository_exception', 'the metadata of a snapshot is no object');
}

function chosenStreams(
  { dataStreams }: JsonObject,
  details: SnapshotDetails,
  { patterns }: RestoreBody,
): readonly DataStream[] {
  if (!isJsonArray(dataStreams)) return [];
  const isChosen = (name: string) =>
    patterns.length === 0 || patterns.some((one) => one === '_all' || simpleMatch(one, name));
  return dataStreams
    .flatMap((json) => (isJsonObject(json) ? [decodeDataStream(json)] : []))
    .filter(({ name }) => details.dataStreams.includes(name) && isChosen(name));
}

/** The backing indices of chosen streams, and what the patterns choose besides. */
function chosenIndices(
  { indices, dataStreams }: SnapshotDetails,
  { patterns, ignoreUnavailable }: RestoreBody,
  backing: ReadonlySet<string>,
): readonly string[] {
  const others = patterns.filter((one) => !dataStreams.includes(one));
  const isStreamsOnly = others.length === 0 && patterns.length > 0;
  const plain = isStreamsOnly ? [] : indicesInSnapshot(indices, others, ignoreUnavailable);
  const chosen = new Set(plain);
  return indices.filter((name) => chosen.has(name) || backing.has(name));
}

function checkNames({ repository, found, body }: PlanRequest, names: readonly string[]): void {
  const targets = new Map<string, string>();
  for (const name of names) {
    const target = renameIndex(body.rename, name);
    const other = targets.get(target);
    if (other !== undefined) {
      const reason = `indices [${other}] and [${name}] are renamed into the same index [${target}]`;
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
): Promise<IndexToRestore[]> {
  const request = { uuid: details.uuid, indices: names };
  const metadata = await snapshots.operate(repository, 'index_metadata', request, signal);
  return names.map((name, at) => {
    const missing = new Set(
      details.failures.filter(({ index }) => index === name).map(({ shard }) => shard),
    );
    if (missing.size > 0 && !body.isPartial) {
      const reason = `index [${name}] wasn't fully snapshotted - cannot restore`;
      throw snapshotFault('snapshot_restore_exception', repository, origin.snapshot, reason);
    }
    const taken = decodeIndex(parsedObject(metadata[at] ?? new Uint8Array()));
    const known = root.indices.find((index) => index.name === name);
    return {
      name,
      target: renameIndex(body.rename, name),
      indexId: known?.id ?? '',
      generations: Array.from({ length: taken.numberOfShards }, (_, shard) =>
        missing.has(shard) ? null : (known?.generations[shard] ?? null),
      ),
      metadata: encodeIndex({
        ...taken,
        settings: restoredSettings(taken.settings, body),
        aliases: body.includeAliases ? renamedAliases(taken.aliases, body) : new Map(),
      }),
      keepsAliases: !body.includeAliases,
    };
  });
}

type Aliases = ReturnType<typeof decodeIndex>['aliases'];

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
