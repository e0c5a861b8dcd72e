/** Documents as the naive model of aggregations reads them: plain values, found by a full scan. */
import type { JsonObject, JsonValue } from '@skein/content';

export interface ModelDocument {
  readonly source: JsonObject;
  /** The nested path of the object and its enclosing document; absent for a root document. */
  readonly inside?: { readonly path: string; readonly of: ModelDocument };
}

export type Scalar = number | string | boolean;

export const wholeDocuments = (sources: readonly JsonObject[]): readonly ModelDocument[] =>
  sources.map((source) => ({ source }));

const listed = (json: JsonValue | undefined): readonly JsonValue[] =>
  json === undefined || json === null ? [] : Array.isArray(json) ? json : [json];

/** The objects of a nested path, in document order. */
export const objectsOf = (
  documents: readonly ModelDocument[],
  path: string,
): readonly ModelDocument[] =>
  documents.flatMap((of) =>
    listed(of.source[path]).map((source) => ({
      source: source as JsonObject,
      inside: { path, of },
    })),
  );

/**
 * The values of a field in ascending order. A field of nested objects has no values outside of
 * them, and vice versa.
 */
export function valuesOf({ source, inside }: ModelDocument, field: string): readonly Scalar[] {
  const path = inside === undefined ? '' : `${inside.path}.`;
  if (!field.startsWith(path) || (path === '' && field.includes('.'))) return [];
  return (listed(source[field.slice(path.length)]) as readonly Scalar[]).toSorted(compareScalars);
}

export const numbersOf = (documents: readonly ModelDocument[], field: string): readonly number[] =>
  documents.flatMap((each) => valuesOf(each, field) as readonly number[]);

/**
 * Addresses are compared as numbers. Texts contain no surrogate pairs, so their order is that of
 * their bytes.
 */
export function compareScalars(a: Scalar, b: Scalar): number {
  const [x, y] = [orderedBy(a), orderedBy(b)];
  return x < y ? -1 : Number(x > y);
}

const ADDRESS = /^\d+\.\d+\.\d+\.\d+$/;

const orderedBy = (scalar: Scalar): Scalar =>
  typeof scalar === 'string' && ADDRESS.test(scalar) ? addressNumber(scalar) : scalar;

export const addressNumber = (address: string): number =>
  address.split('.').reduce((sum, part) => 256 * sum + Number(part), 0);

/** True if the query, of one of the few kinds that the model supports, matches. */
export function matches(document: ModelDocument, query: JsonObject): boolean {
  const [[kind, options] = ['', null]] = Object.entries(query);
  if (kind === 'match_all') return true;
  const [[field, value] = ['', null]] = Object.entries(options as JsonObject);
  if (kind === 'exists') return valuesOf(document, String(value)).length > 0;
  if (kind === 'term') return valuesOf(document, field).includes(value as Scalar);
  if (kind !== 'range') throw new Error(`the model knows no query [${kind}]`);
  const { gte = Number.NEGATIVE_INFINITY, lt = Number.POSITIVE_INFINITY } = value as JsonObject;
  return numbersOf([document], field).some((each) => each >= Number(gte) && each < Number(lt));
}
