/** The materials for a benchmark's bodies: the fields of an index and some of its documents. */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { listAt, objectAt, textAt } from '../health/json_at.js';
import { type Cluster, illegal } from '../transfer/cluster.js';

export type FieldKind = 'text' | 'keyword' | 'number' | 'date';

export interface Field {
  /** The field's name in queries. */
  readonly name: string;
  /**
   * The path of its value in a document; a sub-field of a multi-field has the path of its parent.
   */
  readonly path: readonly string[];
  readonly kind: FieldKind;
}

export interface Materials {
  readonly index: string;
  readonly fields: readonly Field[];
  readonly documents: readonly { readonly id: string; readonly source: JsonObject }[];
}

const KINDS: Readonly<Record<string, FieldKind>> = {
  text: 'text',
  keyword: 'keyword',
  long: 'number',
  integer: 'number',
  short: 'number',
  byte: 'number',
  double: 'number',
  float: 'number',
  half_float: 'number',
  scaled_float: 'number',
  unsigned_long: 'number',
  date: 'date',
};
const SAMPLED = 1000;

/**
 * Draws documents of the index. The same seed gives the same documents while nobody writes to the
 * index.
 */
export async function materialsOf(
  cluster: Cluster,
  index: string,
  seed: number,
): Promise<Materials> {
  const at = `/${encodeURIComponent(index)}`;
  const mappings = await cluster.json('GET', `${at}/_mapping`);
  const random_score = { seed, field: '_seq_no' };
  const found = await cluster.json('POST', `${at}/_search`, {
    size: SAMPLED,
    track_total_hits: false,
    query: { function_score: { random_score, boost_mode: 'replace' } },
  });
  const documents = listAt(found, 'hits', 'hits').map((hit) => ({
    id: textAt(hit, '_id') ?? '',
    source: objectAt(hit, '_source'),
  }));
  if (documents.length === 0) throw illegal(`[${index}] has no documents to draw bodies from`);
  const [first] = Object.values(mappings);
  return { index, fields: fieldsOf(objectAt(first, 'mappings', 'properties'), []), documents };
}

export function fieldsOf(properties: JsonObject, path: readonly string[]): readonly Field[] {
  return Object.entries(properties).flatMap(([name, mapping]) => {
    const here = [...path, name];
    const kind = KINDS[textAt(mapping, 'type') ?? ''];
    const isSearched = objectAt(mapping).index !== false;
    const own =
      kind !== undefined && isSearched ? [{ name: here.join('.'), path: here, kind }] : [];
    const parts = Object.entries(objectAt(mapping, 'fields')).flatMap(([part, sub]) => {
      const of = KINDS[textAt(sub, 'type') ?? ''];
      return of === undefined ? [] : [{ name: `${here.join('.')}.${part}`, path: here, kind: of }];
    });
    // Objects in a `nested` field are documents of their own, which a plain query does not see.
    const inside = textAt(mapping, 'type') === 'nested' ? {} : objectAt(mapping, 'properties');
    return [...own, ...parts, ...fieldsOf(inside, here)];
  });
}

/** The plain values of a field in a document. */
export function valuesOf(source: JsonObject, path: readonly string[]): readonly JsonValue[] {
  let values: readonly JsonValue[] = [source];
  for (const name of path) {
    values = values.flatMap((value) => {
      const found = isJsonObject(value) ? value[name] : undefined;
      if (found === undefined || found === null) return [];
      return Array.isArray(found) ? found : [found];
    });
  }
  return values.filter((value) => !isJsonObject(value));
}
