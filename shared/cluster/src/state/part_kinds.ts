/**
 * The parts of a cluster state: the table of contents of all that is published and persisted. A new
 * field of the state does not compile until it has a line here.
 */
import type { JsonObject } from '@skein/content';
import type { ClusterState, Metadata } from './cluster_state.js';
import {
  decodeIndex,
  decodeNode,
  decodeRouting,
  decodeScript,
  decodeSettingsMap,
  decodeTemplate,
  decodeTombstones,
  decodeVotingExclusions,
  encodeIndex,
  encodeNode,
  encodeRouting,
  encodeScript,
  encodeSettingsMap,
  encodeTemplate,
  encodeTombstones,
  encodeVotingExclusions,
} from './encode.js';
import {
  decodeComponent,
  decodeComposable,
  encodeComponent,
  encodeComposable,
} from './encode_composable.js';
import { decodeDataStream, encodeDataStream } from './encode_data_stream.js';
import { decodeMode, decodePolicy, encodeMode, encodePolicy } from './encode_lifecycle.js';
import {
  SNAPSHOT_LIFECYCLE,
  type SnapshotLifecycle,
  type SnapshotPolicyRecord,
} from './snapshot_policy.js';
import {
  type DeletionRecord,
  decodeRecord,
  encodeRecord,
  type RepositoryRecord,
  type RestoreRecord,
  type SnapshotRecord,
} from './snapshot_records.js';
import { decodeTransform, encodeTransform } from './transform_record.js';

/** A field that is a single part. */
export interface WholeField<T> {
  readonly kind: 'whole';
  encode(value: T): JsonObject;
  decode(json: JsonObject): T;
}

/** A field in which every entry is a part. */
export interface EntriesField<T> {
  readonly kind: 'entries';
  /** Prefix of the keys of the field's parts. */
  readonly prefix: string;
  encode(value: T): JsonObject;
  decode(json: JsonObject): T;
}

type FieldOf<T> =
  | WholeField<T>
  | (T extends ReadonlyMap<string, infer Entry> ? EntriesField<Entry> : never);

function whole<T>(encode: WholeField<T>['encode'], decode: WholeField<T>['decode']): WholeField<T> {
  return { kind: 'whole', encode, decode };
}

function entries<T>(
  prefix: string,
  encode: EntriesField<T>['encode'],
  decode: EntriesField<T>['decode'],
): EntriesField<T> {
  return { kind: 'entries', prefix, encode, decode };
}

/** Codec function of a value that is already JSON. */
const asItIs = (json: JsonObject): JsonObject => json;

/** The metadata fields that the header part holds. */
type InHeader = 'clusterUuid' | 'version';

export const METADATA_PARTS = {
  indices: entries('index/', encodeIndex, decodeIndex),
  templates: entries('template/', encodeTemplate, decodeTemplate),
  indexTemplates: entries('index_template/', encodeComposable, decodeComposable),
  componentTemplates: entries('component_template/', encodeComponent, decodeComponent),
  dataStreams: entries('data_stream/', encodeDataStream, decodeDataStream),
  lifecyclePolicies: entries('lifecycle_policy/', encodePolicy, decodePolicy),
  transforms: entries('transform/', encodeTransform, decodeTransform),
  lifecycle: whole(encodeMode, decodeMode),
  storedScripts: entries('script/', encodeScript, decodeScript),
  pipelines: entries('pipeline/', asItIs, asItIs),
  searchPipelines: entries('search_pipeline/', asItIs, asItIs),
  repositories: entries<RepositoryRecord>('repository/', encodeRecord, decodeRecord),
  snapshots: entries<SnapshotRecord>('snapshot/', encodeRecord, decodeRecord),
  snapshotDeletions: entries<DeletionRecord>('snapshot_deletion/', encodeRecord, decodeRecord),
  restores: entries<RestoreRecord>('restore/', encodeRecord, decodeRecord),
  snapshotPolicies: entries<SnapshotPolicyRecord>('snapshot_policy/', encodeRecord, decodeRecord),
  snapshotLifecycle: whole<SnapshotLifecycle>(encodeRecord, (json) => ({
    ...SNAPSHOT_LIFECYCLE,
    ...decodeRecord<SnapshotLifecycle>(json),
  })),
  persistentSettings: whole(encodeSettingsMap, decodeSettingsMap),
  transientSettings: whole(encodeSettingsMap, decodeSettingsMap),
  tombstones: whole(encodeTombstones, decodeTombstones),
  votingExclusions: whole(encodeVotingExclusions, decodeVotingExclusions),
} satisfies { readonly [Name in Exclude<keyof Metadata, InHeader>]: FieldOf<Metadata[Name]> };

/** Fields that are computed from the others and so have no part. */
type Derived = 'blocks';
type StateHeader = 'clusterName' | 'version' | 'stateUuid' | 'term' | 'masterNodeId' | 'metadata';

export const STATE_PARTS = {
  configuredSettings: whole(encodeSettingsMap, decodeSettingsMap),
  nodes: entries('node/', encodeNode, decodeNode),
  routing: entries('routing/', encodeRouting, decodeRouting),
} satisfies {
  readonly [Name in Exclude<keyof ClusterState, Derived | StateHeader>]: FieldOf<
    ClusterState[Name]
  >;
};
