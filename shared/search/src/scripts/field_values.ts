/**
 * `doc['f']` in a segment: reads a document's values from the field's column, according to its
 * type.
 */
import { utf8Decode } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import {
  BytesRef,
  bigInteger,
  DocValues,
  type DocValuesKind,
  docDate,
  docDateNanos,
  GeoPoint,
  illegalArgument,
  JDouble,
  type Value,
} from '@skein/java';
import {
  type MappedField,
  type NumberValues,
  PLAIN_SORT,
  requireDocValues,
  uninvertingOf,
  versionText,
} from '@skein/mapping';
import type { NumberColumn, OrdinalColumn, SegmentReader } from '@skein/search_library';

/** Puts the values of a document into `items`, in column order. */
type Fill = (doc: number, items: Value[]) => void;

/** The values of one field, for the last document read. */
export class FieldValues {
  readonly values: DocValues;
  readonly #fill: Fill;
  #doc = -1;

  constructor(kind: DocValuesKind, fill: Fill) {
    this.values = new DocValues(kind);
    this.#fill = fill;
  }

  at(doc: number): DocValues {
    if (doc !== this.#doc) {
      this.#doc = doc;
      this.#fill(doc, this.values.items);
    }
    return this.values;
  }
}

/** Throws the error that a script sees if the field has no values to read by document. */
export function fieldValues(segment: SegmentReader, field: MappedField): FieldValues {
  checkReadable(field);
  const { name } = field.spec;
  switch (field.values.kind) {
    case 'instant':
      return instants(segment, name, field.values.perMs);
    case 'truth':
      return numbers('Booleans', segment, name, (column, doc, i) => column.value(doc, i) === 1);
    case 'number':
      return numbersOf(segment, field, field.values);
    case 'bytes':
      return terms('BytesRefs', segment, name, (term) => new BytesRef(term));
    case 'version':
      return terms('Strings', segment, name, versionText);
    case 'address':
      return terms('Ip', segment, name, (term) => String(field.docValueFormat(term, undefined)));
    default:
      return byColumn(segment, field);
  }
}

function instants(segment: SegmentReader, name: string, perMs: number): FieldValues {
  return perMs === 1
    ? numbers('Dates', segment, name, (column, doc, i) => docDate(column.value(doc, i)))
    : numbers('Dates', segment, name, (column, doc, i) => docDateNanos(column.exact(doc, i)));
}

function numbersOf(
  segment: SegmentReader,
  field: MappedField,
  { width, step }: NumberValues,
): FieldValues {
  const { name } = field.spec;
  if (width === 'unsigned_long') {
    return numbers('UnsignedLongs', segment, name, (column, doc, i) =>
      bigInteger(shownNumber(field, column.exact(doc, i))),
    );
  }
  if (step === 1) return byColumn(segment, field);
  return numbers(
    'Doubles',
    segment,
    name,
    (column, doc, i) => new JDouble(column.value(doc, i) * step),
  );
}

function byColumn(segment: SegmentReader, field: MappedField): FieldValues {
  const { name, column } = field.spec;
  const uninverting = uninvertingOf(field.values);
  switch (column) {
    case 'long':
      return numbers('Longs', segment, name, (values, doc, i) =>
        values.wide ? values.exact(doc, i) : BigInt(values.value(doc, i)),
      );
    case 'double':
      return numbers(
        'Doubles',
        segment,
        name,
        (values, doc, i) => new JDouble(values.value(doc, i)),
      );
    case 'geo':
      return points(segment, name);
    default:
      return termsOf('Strings', segment.ordinals(name, uninverting), utf8Decode);
  }
}

function shownNumber(field: MappedField, value: bigint): bigint {
  return BigInt(String(field.docValueFormat(value, undefined)));
}

/** A field that cannot be sorted cannot be read in a script either, with the same error. */
function checkReadable(field: MappedField): void {
  const { name, typeName, values, spec } = field;
  if (spec.column === 'geo') {
    requireDocValues(field);
    return;
  }
  if (values.kind === 'bytes') return;
  if (spec.column === 'shape') {
    throw new ApiError(
      'aggregation_execution_exception',
      'Script doc value for the GeoShape field is not supported',
    );
  }
  if (UNREADABLE.has(name)) {
    throw illegalArgument(`Fielddata is not supported on field [${name}] of type [${typeName}]`);
  }
  try {
    field.sortField(PLAIN_SORT);
  } catch (error) {
    if (error instanceof ApiError) throw illegalArgument(error.reason);
    throw error;
  }
  if (spec.column === 'none' && uninvertingOf(values) === undefined) {
    throw illegalArgument(`Fielddata is not supported on field [${name}] of type [${typeName}]`);
  }
}

/** Metadata fields that scripts access in other ways or not at all. */
const UNREADABLE: ReadonlySet<string> = new Set(['_version', '_primary_term', '_routing']);

function numbers(
  kind: DocValuesKind,
  segment: SegmentReader,
  name: string,
  read: (column: NumberColumn, doc: number, i: number) => Value,
): FieldValues {
  const column = segment.numbers(name);
  return new FieldValues(kind, (doc, items) => {
    const count = column?.has(doc) ? column.valueCount(doc) : 0;
    items.length = count;
    if (column !== undefined) for (let i = 0; i < count; i++) items[i] = read(column, doc, i);
  });
}

/** Fields with fewer distinct values have each value decoded once. */
const MAX_KEPT_TERMS = 4096;

function terms(
  kind: DocValuesKind,
  segment: SegmentReader,
  name: string,
  read: (term: Uint8Array) => Value,
): FieldValues {
  return termsOf(kind, segment.ordinals(name), read);
}

function termsOf(
  kind: DocValuesKind,
  column: OrdinalColumn | undefined,
  read: (term: Uint8Array) => Value,
): FieldValues {
  if (column === undefined) return empty(kind);
  const kept = column.cardinality <= MAX_KEPT_TERMS ? new Map<number, Value>() : undefined;
  const textAt = (ordinal: number): Value => {
    const known = kept?.get(ordinal);
    if (known !== undefined) return known;
    const value = read(column.term(ordinal));
    kept?.set(ordinal, value);
    return value;
  };
  return new FieldValues(kind, (doc, items) => {
    const count = column.has(doc) ? column.valueCount(doc) : 0;
    items.length = count;
    for (let i = 0; i < count; i++) items[i] = textAt(column.ordinal(doc, i));
  });
}

function points(segment: SegmentReader, name: string): FieldValues {
  const column = segment.geo(name);
  return new FieldValues('GeoPoints', (doc, items) => {
    const count = column?.has(doc) ? column.valueCount(doc) : 0;
    items.length = count;
    if (column === undefined) return;
    for (let i = 0; i < count; i++) items[i] = new GeoPoint(column.lat(doc, i), column.lon(doc, i));
  });
}

function empty(kind: DocValuesKind): FieldValues {
  return new FieldValues(kind, (_doc, items) => {
    items.length = 0;
  });
}

/** A field whose text is the same for all documents or is computed from the document itself. */
export function textValues(text: (doc: number) => string): FieldValues {
  return new FieldValues('Strings', (doc, items) => {
    items[0] = text(doc);
    items.length = 1;
  });
}
