/**
 * The area of recorded requests that are made slightly wrong or unusual, over the indices that they
 * were recorded with.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { trustedJson } from '../../trusted_json.ts';
import type { Area, Case, IndexPlan, Surroundings } from '../area.ts';
import { realDocuments } from '../corpus.ts';
import { isObject, type Json, type Made } from '../json.ts';
import { Mutator } from '../requests/mutator.ts';
import { readCases, readsElsewhere, writesElsewhere } from '../requests/recorded.ts';

export const REQUESTS: Area = {
  name: 'requests',
  prepare: (surroundings) => {
    const { dice, prefix, cases } = surroundings;
    const mutator = new Mutator(readCases(cases, prefix), dice);
    const next = (): Case => {
      for (;;) {
        const made = mutator.next();
        if (!writesElsewhere(made, prefix) && !readsElsewhere(made)) return made;
      }
    };
    return { indices: indicesOf(surroundings), next };
  },
};

interface Described {
  readonly index: string;
  readonly mapping: string;
  readonly data: string;
  /** The source of a document's id: its line number, or the named field. */
  readonly id: string;
  readonly shards?: number;
}

/** `indices.json` and `mappings/` lie beside the folder of documents. */
function indicesOf({ data, prefix }: Surroundings): readonly IndexPlan[] {
  const text = readFileSync(join(data, '../indices.json'), 'utf8');
  return trustedJson<Described[]>(text).map((each) => {
    const mapping = readFileSync(join(data, '../mappings', `${each.mapping}.json`), 'utf8');
    const body = trustedJson<{ settings: { index: Made } }>(mapping);
    if (each.shards !== undefined) body.settings.index.number_of_shards = each.shards;
    const documents = realDocuments(data, each.data, Number.POSITIVE_INFINITY);
    return { name: prefix + each.index, body, documents, ...idsOf(each, documents) };
  });
}

function idsOf({ id }: Described, documents: readonly Json[]): Pick<IndexPlan, 'actions'> {
  if (id === 'line') return {};
  return {
    actions: documents.map((document) => {
      const { [id]: value, _routing: routing } = isObject(document) ? document : {};
      return { _id: String(value), ...(routing === undefined ? {} : { routing }) };
    }),
  };
}
