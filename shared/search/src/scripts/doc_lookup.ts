/** `doc` of a script: the current document's values by field name. */
import {
  type DocValues,
  illegalArgument,
  JMap,
  nullPointer,
  unsupported,
  type Value,
} from '@skein/java';
import { DocBlock, type ScoredDocument, type ScoredTable } from '@skein/script';
import type { SegmentReader } from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { type FieldValues, fieldValues, textValues } from './field_values.js';
import { SegmentScoring } from './scored_document.js';

/** Looks up fields in one segment; the code that runs the script moves `block`. */
export class SegmentLookup {
  readonly segment: SegmentReader;
  readonly block = new DocBlock();
  readonly #shard: QueryShardContext;
  readonly #fields = new Map<string, FieldValues>();

  constructor(segment: SegmentReader, shard: QueryShardContext) {
    this.segment = segment;
    this.#shard = shard;
  }

  get doc(): number {
    const { docs, row } = this.block;
    return docs[row] ?? 0;
  }

  has(name: string): boolean {
    return this.#shard.mapping.field(name) !== undefined;
  }

  values(name: string): DocValues {
    let found = this.#fields.get(name);
    if (found === undefined) {
      found = this.#open(name);
      this.#fields.set(name, found);
    }
    return found.at(this.doc);
  }

  #open(name: string): FieldValues {
    const field = this.#shard.mapping.field(name);
    if (field === undefined) throw illegalArgument(`No field found for [${name}] in mapping`);
    if (name === '_id') return textValues((doc) => this.segment.stored(doc).id);
    if (name === '_index') return textValues(() => this.#shard.indexName);
    return fieldValues(this.segment, field);
  }
}

function nameOf(key: Value): string {
  if (key === null) throw nullPointer('Cannot invoke "Object.toString()" because "key" is null');
  return String(key);
}

/** A map that supports only lookup by field name. */
class FieldTable implements ScoredTable {
  readonly #lookup: SegmentLookup;
  readonly #shard: QueryShardContext;
  #scored: ScoredDocument | undefined;

  constructor(lookup: SegmentLookup, shard: QueryShardContext) {
    this.#lookup = lookup;
    this.#shard = shard;
  }

  get scored(): ScoredDocument {
    this.#scored ??= new SegmentScoring(this.#lookup, this.#shard);
    return this.#scored;
  }

  get size(): number {
    throw unsupported(null);
  }

  get(key: Value): Value {
    return this.#lookup.values(nameOf(key));
  }

  has(key: Value): boolean {
    return this.#lookup.has(nameOf(key));
  }

  put(): Value {
    throw unsupported(null);
  }

  remove(): Value {
    throw unsupported(null);
  }

  clear(): void {
    throw unsupported(null);
  }

  keys(): Value[] {
    throw unsupported(null);
  }
}

export function docMap(lookup: SegmentLookup, shard: QueryShardContext): JMap {
  return new JMap('java.util.Map', { table: new FieldTable(lookup, shard) });
}
