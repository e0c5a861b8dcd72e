/**
 * A segment whose documents have the columns of their nested documents: the values of all nested
 * documents together are the values of the document. For sorting, which requests ascending
 * documents.
 */
import type { FieldSpec } from '../../document/field_spec.js';
import type { OwnBytes, StoredDocument } from '../../document/indexable_document.js';
import type {
  ColumnMaking,
  GeoColumn,
  NumberColumn,
  OrdinalColumn,
  PointsReader,
  SegmentReader,
  ShapeColumn,
  TermsReader,
  VectorColumn,
} from '../../index/segment_reader.js';
import { columnTerms } from '../columns/column_terms.js';
import type { NestedDocsOf } from './nested_values.js';

export class JoinedReader implements SegmentReader {
  private readonly reader: SegmentReader;
  private readonly nested: NestedDocsOf;

  constructor(reader: SegmentReader, nested: NestedDocsOf) {
    this.reader = reader;
    this.nested = nested;
  }

  get name(): string {
    return this.reader.name;
  }

  get maxDoc(): number {
    return this.reader.maxDoc;
  }

  get liveCount(): number {
    return this.reader.liveCount;
  }

  get liveDocs(): Uint32Array | null {
    return this.reader.liveDocs;
  }

  fields(): Iterable<FieldSpec> {
    return this.reader.fields();
  }

  field(name: string): FieldSpec | undefined {
    return this.reader.field(name);
  }

  terms(field: string): TermsReader | undefined {
    return this.reader.terms(field);
  }

  norms(field: string): Uint8Array | undefined {
    return this.reader.norms(field);
  }

  points(field: string): PointsReader | undefined {
    return this.reader.points(field);
  }

  shapes(field: string): ShapeColumn | undefined {
    return this.reader.shapes(field);
  }

  vectors(field: string): VectorColumn | undefined {
    return this.reader.vectors(field);
  }

  storedBlockBytes(doc: number): number {
    return this.reader.storedBlockBytes(doc);
  }

  stored(doc: number, own?: OwnBytes): StoredDocument {
    return this.reader.stored(doc, own);
  }

  numbers(field: string): NumberColumn | undefined {
    const column = this.reader.numbers(field);
    return column && joinedNumbers(column, this.nested);
  }

  ordinals(field: string, uninverting?: ColumnMaking): OrdinalColumn | undefined {
    const column = this.reader.ordinals(field, uninverting);
    return column && joinedOrdinals(column, this.nested);
  }

  geo(field: string): GeoColumn | undefined {
    const column = this.reader.geo(field);
    return column && joinedPlaces(column, this.nested);
  }
}

/** Collects the values of the document requested last once. */
function gathering<T>(
  nested: NestedDocsOf,
  take: (doc: number, into: T[]) => void,
  order: (a: T, b: T) => number,
) {
  let at = -1;
  const values: T[] = [];
  return (doc: number): readonly T[] => {
    if (doc === at) return values;
    at = doc;
    values.length = 0;
    nested.visit(doc, (each) => take(each, values));
    values.sort(order);
    return values;
  };
}

const ascending = <T extends number | bigint>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

function joinedNumbers(column: NumberColumn, nested: NestedDocsOf): NumberColumn {
  const { wide, min, max } = column;
  const take = (doc: number, into: (number | bigint)[]) => {
    const count = column.has(doc) ? column.valueCount(doc) : 0;
    for (let i = 0; i < count; i++) into.push(wide ? column.exact(doc, i) : column.value(doc, i));
  };
  const values = gathering<number | bigint>(nested, take, ascending);
  return {
    wide,
    slots: undefined,
    blockBounds: undefined,
    min,
    max,
    has: (doc) => values(doc).length > 0,
    valueCount: (doc) => values(doc).length,
    value: (doc, i) => Number(values(doc)[i]),
    exact: (doc, i) => BigInt(values(doc)[i] ?? 0),
  };
}

function joinedOrdinals(column: OrdinalColumn, nested: NestedDocsOf): OrdinalColumn {
  const take = (doc: number, into: number[]) => {
    const count = column.valueCount(doc);
    for (let i = 0; i < count; i++) into.push(column.ordinal(doc, i));
  };
  const values = gathering<number>(nested, take, ascending);
  return {
    cardinality: column.cardinality,
    slots: undefined,
    has: (doc) => values(doc).length > 0,
    valueCount: (doc) => values(doc).length,
    ordinal: (doc, i) => values(doc)[i] ?? 0,
    term: (ordinal) => column.term(ordinal),
    find: (term) => column.find(term),
    terms: columnTerms(column),
  };
}

interface Place {
  readonly lat: number;
  readonly lon: number;
}

function joinedPlaces(column: GeoColumn, nested: NestedDocsOf): GeoColumn {
  const take = (doc: number, into: Place[]) => {
    const count = column.has(doc) ? column.valueCount(doc) : 0;
    for (let i = 0; i < count; i++) {
      into.push({ lat: column.lat(doc, i), lon: column.lon(doc, i) });
    }
  };
  const values = gathering<Place>(nested, take, () => 0);
  return {
    places: undefined,
    has: (doc) => values(doc).length > 0,
    valueCount: (doc) => values(doc).length,
    lat: (doc, i) => values(doc)[i]?.lat ?? 0,
    lon: (doc, i) => values(doc)[i]?.lon ?? 0,
  };
}
