/**
 * A document in its pipelines: its fields and metadata in one map, as scripts see them in `ctx`,
 * and the ingest metadata (`_ingest`) beside it. Fields are addressed by paths in dot notation.
 */
import { ApiError } from '@skein/errors';
import { classNameOf, equalValues, JList, JMap, type Value } from '@skein/java';
import { illegalArgument, numberFormat } from './faults.js';
import { type FieldPath, fieldPath } from './field_path.js';
import { ModelTable } from './template_model.js';
import { copyMap, MAP } from './values.js';

/** Names of the metadata, in display order. */
export const METADATA = [
  '_index',
  '_id',
  '_routing',
  '_version',
  '_version_type',
  '_if_seq_no',
  '_if_primary_term',
] as const;

export type MetadataName = (typeof METADATA)[number];

interface DocumentOrigin {
  readonly index: string;
  /** The id; null if it is to be generated. */
  readonly id: string | null;
  readonly routing?: string | undefined;
  readonly version?: number | undefined;
  readonly versionType?: string | undefined;
  readonly ifSeqNo?: number | undefined;
  readonly ifPrimaryTerm?: number | undefined;
  /** The start of its ingestion, RFC 3339. */
  readonly timestamp: string;
}

export class IngestDocument {
  /** Fields and metadata. */
  readonly source: JMap;
  readonly ingest: JMap;
  /** The ids of the running pipelines, outermost first. */
  readonly pipelines: string[] = [];
  /** True if a processor redirected the document, so that no further processor runs. */
  isRerouted = false;
  #model: JMap | undefined;

  constructor(source: JMap, ingest: JMap) {
    this.source = source;
    this.ingest = ingest;
  }

  /** Creates a document that owns `fields`. */
  static of(fields: JMap, origin: DocumentOrigin): IngestDocument {
    fields.put('_index', origin.index);
    fields.put('_id', origin.id);
    if (origin.routing !== undefined) fields.put('_routing', origin.routing);
    if (origin.version !== undefined) fields.put('_version', BigInt(origin.version));
    if (origin.versionType !== undefined) fields.put('_version_type', origin.versionType);
    if (origin.ifSeqNo !== undefined) fields.put('_if_seq_no', BigInt(origin.ifSeqNo));
    if (origin.ifPrimaryTerm !== undefined) {
      fields.put('_if_primary_term', BigInt(origin.ifPrimaryTerm));
    }
    const ingest = new JMap(MAP);
    ingest.put('timestamp', origin.timestamp);
    return new IngestDocument(fields, ingest);
  }

  copy(): IngestDocument {
    const copy = new IngestDocument(copyMap(this.source), copyMap(this.ingest));
    copy.pipelines.push(...this.pipelines);
    return copy;
  }

  /** The model of templates: the fields, `_source` and `_ingest`. */
  get model(): JMap {
    this.#model ??= new JMap(MAP, { table: new ModelTable(this.source, this.ingest) });
    return this.#model;
  }

  get(text: string): Value {
    const path = fieldPath(text);
    let context: Value = this.#root(path);
    for (const element of path.elements) context = resolve(context, element, path);
    return context;
  }

  /** Like `get`; returns null for a missing field if `ignoreMissing` is set. */
  find(text: string, ignoreMissing: boolean): Value {
    if (ignoreMissing && !this.has(text)) return null;
    return this.get(text);
  }

  /** Returns a text or null; throws illegal_argument_exception for other classes. */
  string(text: string, ignoreMissing = false): string | null {
    const value = this.find(text, ignoreMissing);
    if (value === null || typeof value === 'string') return value;
    throw wrongClass(text, value, 'java.lang.String');
  }

  /** Returns a text; undefined if there is none and `ignoreMissing` is set; throws without it. */
  textToProcess(field: string, ignoreMissing: boolean): string | undefined {
    const text = this.string(field, ignoreMissing);
    if (text !== null) return text;
    if (ignoreMissing) return undefined;
    throw illegalArgument(`field [${field}] is null, cannot process it.`);
  }

  integer(text: string, ignoreMissing = false): number | null {
    const value = this.find(text, ignoreMissing);
    if (value === null || typeof value === 'number') return value;
    throw wrongClass(text, value, 'java.lang.Integer');
  }

  list(text: string, ignoreMissing = false): JList | null {
    const value = this.find(text, ignoreMissing);
    if (value === null || value instanceof JList) return value;
    throw wrongClass(text, value, 'java.util.List');
  }

  map(text: string): JMap | null {
    const value = this.get(text);
    if (value === null || value instanceof JMap) return value;
    throw wrongClass(text, value, 'java.util.Map');
  }

  /** If `failsOutOfRange` is set, an index beyond the end of a list is an error. */
  has(text: string, failsOutOfRange = false): boolean {
    const path = fieldPath(text);
    const { elements } = path;
    let context: Value = this.#root(path);
    for (let i = 0; i < elements.length - 1; i++) {
      const element = elements[i] ?? '';
      if (context instanceof JMap) context = context.get(element);
      else if (context instanceof JList) {
        const at = placeInList(context, element, path, failsOutOfRange);
        if (at < 0) return false;
        context = context.items[at] ?? null;
      } else return false;
    }
    const leaf = leafOf(path);
    if (context instanceof JMap) return context.has(leaf);
    return context instanceof JList && placeInList(context, leaf, path, failsOutOfRange) >= 0;
  }

  set(text: string, value: Value): void {
    const path = fieldPath(text);
    const parent = this.#parent(path);
    const leaf = leafOf(path);
    if (parent instanceof JMap) parent.put(leaf, value);
    else if (parent instanceof JList) parent.set(indexIn(parent, leaf, path), value);
    else throw notAParent(parent, leaf, path);
  }

  /** Appends to the existing list, or to a list made from the existing value. */
  append(text: string, value: Value, allowDuplicates = true): void {
    const path = fieldPath(text);
    const parent = this.#parent(path);
    const leaf = leafOf(path);
    if (parent instanceof JMap) {
      const list = parent.has(leaf) ? parent.get(leaf) : new JList();
      // The initial value of a new list is used as a whole.
      const appended = appendTo(list, value, allowDuplicates || !parent.has(leaf));
      if (appended !== list || !parent.has(leaf)) parent.put(leaf, appended);
    } else if (parent instanceof JList) {
      const at = indexIn(parent, leaf, path);
      parent.items[at] = appendTo(parent.items[at] ?? null, value, allowDuplicates);
    } else throw notAParent(parent, leaf, path);
  }

  remove(text: string): void {
    const path = fieldPath(text);
    const { elements } = path;
    let context: Value = this.#root(path);
    for (let i = 0; i < elements.length - 1; i++) {
      context = resolve(context, elements[i] ?? '', path);
    }
    const leaf = leafOf(path);
    if (context instanceof JMap) {
      if (!context.has(leaf)) throw notPresent(leaf, path);
      context.remove(leaf);
    } else if (context instanceof JList) {
      context.items.splice(indexIn(context, leaf, path), 1);
    } else {
      const from = context === null ? 'null' : `object of type [${classNameOf(context)}]`;
      throw illegalArgument(`cannot remove [${leaf}] from ${from} as part of path [${path.text}]`);
    }
  }

  #root({ root }: FieldPath): JMap {
    return root === 'ingest' ? this.ingest : this.source;
  }

  /** The container of the path's last element; missing maps are created. */
  #parent(path: FieldPath): Value {
    const { elements } = path;
    let context: Value = this.#root(path);
    for (let i = 0; i < elements.length - 1; i++) {
      const element = elements[i] ?? '';
      if (context instanceof JMap && !context.has(element)) {
        const made = new JMap(MAP);
        context.put(element, made);
        context = made;
      } else context = resolve(context, element, path);
    }
    return context;
  }
}

function leafOf({ elements }: FieldPath): string {
  const leaf = elements[elements.length - 1];
  if (leaf !== undefined) return leaf;
  throw new ApiError('array_index_out_of_bounds_exception', 'Index -1 out of bounds for length 0');
}

function resolve(context: Value, element: string, path: FieldPath): Value {
  if (context instanceof JMap) {
    const value = context.get(element);
    if (value === null && !context.has(element)) throw notPresent(element, path);
    return value;
  }
  if (context instanceof JList) return context.items[indexIn(context, element, path)] ?? null;
  const from = context === null ? 'null' : `object of type [${classNameOf(context)}]`;
  throw illegalArgument(`cannot resolve [${element}] from ${from} as part of path [${path.text}]`);
}

const INTEGER = /^[+-]?\d{1,10}$/;

function indexIn(list: JList, element: string, path: FieldPath): number {
  if (!INTEGER.test(element)) {
    throw illegalArgument(
      `[${element}] is not an integer, cannot be used as an index as part of path [${path.text}]`,
      numberFormat(element),
    );
  }
  const at = Number(element);
  if (at < 0 || at >= list.items.length) throw outOfBounds(at, list, path);
  return at;
}

/** Returns -1 if there is none. */
function placeInList(list: JList, element: string, path: FieldPath, fails: boolean): number {
  if (!INTEGER.test(element)) return -1;
  const at = Number(element);
  if (at >= 0 && at < list.items.length) return at;
  if (fails) throw outOfBounds(at, list, path);
  return -1;
}

function appendTo(existing: Value, value: Value, allowDuplicates: boolean): Value {
  const list = existing instanceof JList ? existing : new JList([existing]);
  const values = value instanceof JList ? value.items : [value];
  if (allowDuplicates) {
    for (const one of values) list.add(one);
    return list;
  }
  let isChanged = false;
  for (const one of values) {
    if (list.items.some((item) => equalValues(item, one))) continue;
    list.add(one);
    isChanged = true;
  }
  return isChanged ? list : existing;
}

function outOfBounds(at: number, list: JList, { text }: FieldPath): ApiError {
  return illegalArgument(
    `[${at}] is out of bounds for array with length [${list.items.length}] as part of path [${text}]`,
  );
}

function notPresent(element: string, { text }: FieldPath): ApiError {
  return illegalArgument(`field [${element}] not present as part of path [${text}]`);
}

function notAParent(parent: Value, leaf: string, { text }: FieldPath): ApiError {
  return parent === null
    ? illegalArgument(`cannot set [${leaf}] with null parent as part of path [${text}]`)
    : illegalArgument(
        `cannot set [${leaf}] with parent object of type [${classNameOf(parent)}] as part of path [${text}]`,
      );
}

export function wrongClass(path: string, value: NonNullable<Value>, wanted: string): ApiError {
  return illegalArgument(
    `field [${path}] of type [${classNameOf(value)}] cannot be cast to [${wanted}]`,
  );
}
