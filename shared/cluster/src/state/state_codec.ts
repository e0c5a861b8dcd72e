/**
 * Encodes cluster states as parts, and decodes them. In both directions an unchanged part costs one
 * comparison: a part is encoded once per object and decoded once per byte array, and a decoded
 * state shares all unchanged objects with the state before it.
 */
import { assert, atOnce, expectDefined } from '@skein/base';
import {
  encodeJson,
  encodingJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  joinBytes,
  parseJson,
  parseJsonInPieces,
} from '@skein/content';
import { computeBlocks } from './blocks.js';
import type { ClusterState, Metadata } from './cluster_state.js';
import { type EntriesField, METADATA_PARTS, STATE_PARTS, type WholeField } from './part_kinds.js';
import type { StateParts } from './state_parts.js';

const HEADER = 'header';

type Field = readonly [name: string, field: WholeField<object> | EntriesField<object>];
const METADATA_FIELDS: readonly Field[] = Object.entries(METADATA_PARTS);
const STATE_FIELDS: readonly Field[] = Object.entries(STATE_PARTS);
const ALL_FIELDS = [...STATE_FIELDS, ...METADATA_FIELDS];

type Values = Record<string, unknown>;

/** A decoded part. */
interface DecodedPart {
  readonly key: string;
  /** Name of the part's field. */
  readonly name: string;
  /** The entry's name in a field of many entries. */
  readonly entry: string;
  readonly value: object;
}

/**
 * Fields by key or prefix. Names of whole fields and of the header have no slash; prefixes end with
 * one.
 */
const FIELD_OF_KEY = new Map(
  ALL_FIELDS.map(([name, field]) => [
    field.kind === 'whole' ? name : field.prefix,
    { name, field },
  ]),
);

export class StateCodec {
  /** By field name, the bytes of each encoded object. */
  readonly #encoded = new Map<string, WeakMap<object, Uint8Array>>();
  /** Decoded parts by their bytes. */
  readonly #decoded = new WeakMap<Uint8Array, DecodedPart>();
  /** The entries of each field in the state decoded last. */
  #entries: ReadonlyMap<string, ReadonlyMap<string, object>> = new Map();

  encode(state: ClusterState): StateParts {
    return atOnce(this.encoding(state));
  }

  /**
   * Encodes the state. Yields within and after each part that is encoded for the first time; parts
   * that were encoded before are reused.
   */
  *encoding(state: ClusterState): Generator<void, StateParts> {
    const parts = new Map<string, Uint8Array>([[HEADER, encodeHeader(state)]]);
    yield* this.#encodeFields(STATE_FIELDS, { ...state }, parts);
    yield* this.#encodeFields(METADATA_FIELDS, { ...state.metadata }, parts);
    return parts;
  }

  /**
   * Decodes each part by itself and caches it, so that `decode` only has to assemble them. Yields
   * within and after each part.
   */
  *decoding(parts: StateParts): Generator<void, void> {
    for (const [key, bytes] of parts) {
      if (key === HEADER || this.#decoded.has(bytes)) continue;
      this.#remember(key, bytes, yield* parseJsonInPieces(bytes));
      yield;
    }
  }

  /** Decodes a state, sharing unchanged objects with the state decoded before. */
  decode(parts: StateParts): ClusterState {
    const fields = this.#decodeFields(parts);
    const header = decodeHeader(parts);
    const { clusterUuid, metadataVersion, ...rest } = header;
    const decoded = {
      ...rest,
      // `pick` has checked that each field is there, and the field's own codec made its value.
      ...(pick(STATE_FIELDS, fields) as Pick<ClusterState, keyof typeof STATE_PARTS>),
      metadata: {
        ...(pick(METADATA_FIELDS, fields) as Pick<Metadata, keyof typeof METADATA_PARTS>),
        clusterUuid,
        version: metadataVersion,
      },
      blocks: { global: [], indices: new Map() },
    };
    return { ...decoded, blocks: computeBlocks(decoded) };
  }

  *#encodeFields(
    fields: readonly Field[],
    from: Values,
    parts: Map<string, Uint8Array>,
  ): Generator<void, void> {
    for (const [name, field] of fields) {
      // The field of the state with this name holds such a value, or a map of them.
      const value = from[name] as object;
      const cache = this.#cacheOf(name);
      if (field.kind === 'whole') {
        parts.set(name, yield* encodingOne(cache, value, field.encode));
        continue;
      }
      for (const [key, entry] of value as ReadonlyMap<string, object>) {
        const costs = !cache.has(entry);
        parts.set(field.prefix + key, yield* encodingOne(cache, entry, field.encode));
        if (costs) yield;
      }
    }
  }

  /**
   * The values of all fields. A field of which no entry has changed keeps the map of the previous
   * state.
   */
  #decodeFields(parts: StateParts): Values {
    const decoded: Values = {};
    const entries = new Map<string, Map<string, object>>();
    for (const [name, field] of ALL_FIELDS) {
      if (field.kind === 'entries') entries.set(name, new Map());
    }
    for (const [key, bytes] of parts) {
      if (key === HEADER) continue;
      const { name, entry, value } = this.#decodeOne(key, bytes);
      const map = entries.get(name);
      if (map === undefined) decoded[name] = value;
      else map.set(entry, value);
    }
    const kept = new Map<string, ReadonlyMap<string, object>>();
    for (const [name, map] of entries) {
      const before = this.#entries.get(name);
      kept.set(name, before !== undefined && isSame(before, map) ? before : map);
    }
    this.#entries = kept;
    return { ...decoded, ...Object.fromEntries(kept) };
  }

  #decodeOne(key: string, bytes: Uint8Array): DecodedPart {
    const known = this.#decoded.get(bytes);
    return known?.key === key ? known : this.#remember(key, bytes, parseJson(bytes));
  }

  /**
   * Caches a decoded part in both directions, so that this node need not encode it if it publishes
   * it.
   */
  #remember(key: string, bytes: Uint8Array, json: JsonValue): DecodedPart {
    const end = key.indexOf('/') + 1;
    const found = FIELD_OF_KEY.get(end === 0 ? key : key.slice(0, end));
    const { name, field } = expectDefined(found, `nobody knows the part [${key}]`);
    const value = field.decode(objectOf(key, json));
    const made = { key, name, entry: key.slice(end), value };
    this.#cacheOf(name).set(value, bytes);
    this.#decoded.set(bytes, made);
    return made;
  }

  #cacheOf(field: string): WeakMap<object, Uint8Array> {
    const known = this.#encoded.get(field);
    if (known !== undefined) return known;
    const made = new WeakMap<object, Uint8Array>();
    this.#encoded.set(field, made);
    return made;
  }
}

function* encodingOne(
  cache: WeakMap<object, Uint8Array>,
  value: object,
  encode: (value: object) => JsonObject,
): Generator<void, Uint8Array> {
  const known = cache.get(value);
  if (known !== undefined) return known;
  const bytes = joinBytes(yield* encodingJson(encode(value)));
  cache.set(value, bytes);
  return bytes;
}

function pick(fields: readonly Field[], from: Values): Values {
  return Object.fromEntries(
    fields.map(([name]) => [name, expectDefined(from[name], `the state lacks [${name}]`)]),
  );
}

function isSame(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): boolean {
  if (before.size !== after.size) return false;
  for (const [key, value] of after) if (before.get(key) !== value) return false;
  return true;
}

function objectOf(key: string, json: JsonValue): JsonObject {
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
  const json = objectOf(HEADER, parseJson(bytes));
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
