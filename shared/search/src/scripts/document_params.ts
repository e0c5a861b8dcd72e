/**
 * `params` of scripts with a document: the request's parameters, and `_source` and `_fields` of the
 * current document.
 */
import type { JsonValue } from '@skein/content';
import { fromJson, JList, JMap, readJson, type Table, type Value } from '@skein/java';
import type { SegmentLookup } from './doc_lookup.js';

export function documentParams(params: JMap, lookup: SegmentLookup): JMap {
  return new JMap('java.util.Map', { table: new DocumentParams(params, lookup) });
}

class DocumentParams implements Table {
  readonly #params: JMap;
  readonly #lookup: SegmentLookup;
  readonly #source: SourceOf;

  constructor(params: JMap, lookup: SegmentLookup) {
    this.#params = params;
    this.#lookup = lookup;
    this.#source = new SourceOf(lookup);
  }

  get size(): number {
    return this.#params.size();
  }

  get(key: Value): Value | undefined {
    if (this.#params.has(key)) return this.#params.get(key);
    if (key === '_source') return this.#source.value();
    return key === '_fields' ? storedFields(this.#lookup) : undefined;
  }

  has(key: Value): boolean {
    return this.#params.has(key) || key === '_source' || key === '_fields';
  }

  put(key: Value, value: Value): Value | undefined {
    return this.#params.put(key, value) ?? undefined;
  }

  remove(key: Value): Value | undefined {
    return this.#params.remove(key) ?? undefined;
  }

  clear(): void {
    this.#params.clear();
  }

  keys(): Value[] {
    return this.#params.keys();
  }
}

/** The document's source, parsed once per document and only on demand. */
class SourceOf {
  readonly #lookup: SegmentLookup;
  #doc = -1;
  #value: Value = null;

  constructor(lookup: SegmentLookup) {
    this.#lookup = lookup;
  }

  value(): Value {
    const { doc, segment } = this.#lookup;
    if (doc === this.#doc) return this.#value;
    this.#doc = doc;
    const { source } = segment.stored(doc);
    this.#value = source === undefined ? new JMap('java.util.HashMap') : readJson(source);
    return this.#value;
  }
}

/** Stored fields by name, each with its values under `value` and `values`. */
function storedFields({ doc, segment }: SegmentLookup): Value {
  const fields = new JMap('java.util.HashMap');
  for (const [name, values] of Object.entries(segment.stored(doc).fields ?? {})) {
    // Mappers store JSON, which the library does not look into.
    const list = new JList((values as readonly JsonValue[]).map((value) => fromJson(value)));
    const entry = new JMap('java.util.HashMap');
    entry.put('values', list);
    entry.put('value', list.items[0] ?? null);
    fields.put(name, entry);
  }
  return fields;
}
