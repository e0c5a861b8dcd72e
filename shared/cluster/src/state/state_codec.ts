/**
 * Cluster states to parts and back. Both ways what did not change costs a comparison: a part is encoded once for an object, decoded once
 * for its bytes, and the decoded state shares with the one before it what they have in common.
 */
import { assert, expectDefined } from '@skein/base';
import { encodeJson, isJsonObject, type JsonObject, parseJson } from '@skein/content';
import { computeBlocks } from './blocks.js';
import type { ClusterState, Metadata } from './cluster_state.js';
import { type EntriesField, METADATA_PARTS, STATE_PARTS, type WholeField } from './part_kinds.js';
import { NO_PARTS, type StateParts } from './state_parts.js';

const HEADER = 'header';

type Field = readonly [name: string, field: WholeField<unknown> | EntriesField<unknown>];
const METADATA_FIELDS = Object.entries(METADATA_PARTS) as readonly Field[];
const STATE_FIELDS = Object.entries(STATE_PARTS) as readonly Field[];

type Values = Record<string, unknown>;

export class StateCodec {
  /** By field: the bytes of an object. */
  readonly #encoded = new Map<string, WeakMap<object, Uint8Array>>();
  #parts: StateParts = NO_PARTS;
  #values: ReadonlyMap<string, unknown> = new Map();
  #fields: Values = {};

  encode(state: ClusterState): StateParts {
    const parts = new Map<string, Uint8Array>([[HEADER, encodeHeader(state)]]);
    this.#encodeFields(STATE_FIELDS, { ...state }, parts);
    this.#encodeFields(METADATA_FIELDS, { ...state.metadata }, parts);
    return parts;
  }

  /** Shares what it can with the state decoded before. */
  decode(parts: StateParts): ClusterState {
    const values = new Map<string, unknown>();
    const state = this.#decodeFields(STATE_FIELDS, parts, values);
    const metadata = this.#decodeFields(METADATA_FIELDS, parts, values);
    this.#parts = parts;
    this.#values = values;
    this.#fields = { ...state, ...metadata };
    const header = decodeHeader(parts);
    const { clusterUuid, metadataVersion, ...rest } = header;
    const decoded = {
      ...rest,
      ...(state as Pick<ClusterState, keyof typeof STATE_PARTS>),
      metadata: {
        ...(metadata as Pick<Metadata, keyof typeof METADATA_PARTS>),
        clusterUuid,
        version: metadataVersion,
      },
      blocks: { global: [], indices: new Map() },
    };
    return { ...decoded, blocks: computeBlocks(decoded) };
  }

  #encodeFields(fields: readonly Field[], from: Values, parts: Map<string, Uint8Array>): void {
    for (const [name, field] of fields) {
      const value = from[name] as object;
      if (field.kind === 'whole') parts.set(name, this.#encodeOne(name, value, field.encode));
      else {
        for (const [key, entry] of value as ReadonlyMap<string, object>) {
          parts.set(field.prefix + key, this.#encodeOne(name, entry, field.encode));
        }
      }
    }
  }

  #encodeOne(field: string, value: object, encode: (value: unknown) => JsonObject): Uint8Array {
    const cache = this.#cacheOf(field);
    const known = cache.get(value);
    if (known !== undefined) return known;
    const bytes = encodeJson(encode(value));
    cache.set(value, bytes);
    return bytes;
  }

  #decodeFields(fields: readonly Field[], parts: StateParts, values: Map<string, unknown>): Values {
    const decoded: Values = {};
    for (const [name, field] of fields) {
      decoded[name] =
        field.kind === 'whole'
          ? this.#decodeOne(name, name, { parts, values, decode: field.decode })
          : this.#decodeEntries(name, field, parts, values);
    }
    return decoded;
  }

  /** The map of the state before when none of its entries has changed. */
  #decodeEntries(
    name: string,
    { prefix, decode }: EntriesField<unknown>,
    parts: StateParts,
    values: Map<string, unknown>,
  ): ReadonlyMap<string, unknown> {
    const before = this.#fields[name] as ReadonlyMap<string, unknown> | undefined;
    const entries = new Map<string, unknown>();
    let isSame = before !== undefined;
    for (const key of parts.keys()) {
      if (!key.startsWith(prefix)) continue;
      const entry = key.slice(prefix.length);
      const value = this.#decodeOne(name, key, { parts, values, decode });
      entries.set(entry, value);
      isSame &&= before?.get(entry) === value;
    }
    return isSame && before !== undefined && before.size === entries.size ? before : entries;
  }

  /** What was decoded is encoded already, should this node publish it. */
  #decodeOne(field: string, key: string, { parts, values, decode }: Decoding): unknown {
    const bytes = expectDefined(parts.get(key), `the state lacks [${key}]`);
    const isKnown = this.#parts.get(key) === bytes;
    const value = isKnown ? this.#values.get(key) : decode(objectOf(key, bytes));
    if (!isKnown) this.#cacheOf(field).set(value as object, bytes);
    values.set(key, value);
    return value;
  }

  #cacheOf(field: string): WeakMap<object, Uint8Array> {
    const known = this.#encoded.get(field);
    if (known !== undefined) return known;
    const made = new WeakMap<object, Uint8Array>();
    this.#encoded.set(field, made);
    return made;
  }
}

interface Decoding {
  readonly parts: StateParts;
  readonly values: Map<string, unknown>;
  readonly decode: (json: JsonObject) => unknown;
}

function objectOf(key: string, bytes: Uint8Array): JsonObject {
  const json = parseJson(bytes);
  assert(isJsonObject(json), `part [${key}] is not an object`);
  return json;
}

function encodeHeader(state: ClusterState): Uint8Array {
  const { clusterName, version, stateUuid, term, masterNodeId, metadata } = state;
  return encodeJson({
    clusterName,
    version,
    stateUuid,
    term,
    masterNodeId: masterNodeId ?? null,
    clusterUuid: metadata.clusterUuid,
    metadataVersion: metadata.version,
  });
}

function decodeHeader(parts: StateParts) {
  const bytes = expectDefined(parts.get(HEADER), 'the state lacks its header');
  const json = objectOf(HEADER, bytes);
  const { masterNodeId } = json;
  return {
    clusterName: String(json.clusterName),
    version: Number(json.version),
    stateUuid: String(json.stateUuid),
    term: Number(json.term),
    masterNodeId: typeof masterNodeId === 'string' ? masterNodeId : undefined,
    clusterUuid: String(json.clusterUuid),
    metadataVersion: Number(json.metadataVersion),
  };
}
