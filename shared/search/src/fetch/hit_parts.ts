/** The optional parts of a request's hits. */

import type { SearchRequest } from '../request/search_request.js';
import { explanation } from './explanation.js';
import type { FetchPart } from './fetch_part.js';
import { fields } from './fields.js';
import { highlight } from './highlight.js';
import { innerHits } from './inner_hits.js';
import { matchedQueries } from './matched_queries.js';
import { percolatorSlots } from './percolator_slots.js';
import { scriptFields } from './script_fields.js';
import type { Showing } from './showing.js';
import { sortValues } from './sort_values.js';
import { source } from './source.js';

export function hitParts(showing: Showing): readonly FetchPart[] {
  const { plan, searcher, shard, request, origin } = showing;
  const parts: FetchPart[] = [];
  const add = (name: string, part: FetchPart): void => {
    parts.push(showing.profiler?.part(name, part) ?? part);
  };
  add('FetchSourcePhase', source(request));
  if (showsFields(request) || shard.percolations.length > 0) {
    const ofScripts = scriptFields(request.scriptFields, shard);
    add('FetchFieldsPhase', fields(ofScripts, percolatorSlots(shard.percolations)));
  }
  if (request.highlight) {
    const { highlighted } = showing;
    add('HighlightPhase', highlight(request.highlight, { searcher, shard, highlighted }));
  }
  if (plan.fields.length > 0) add('SortValuesPhase', sortValues(plan));
  if (shard.namedQueries.size > 0) {
    const { includeNamedQueriesScore: withScores } = request;
    add('MatchedQueriesPhase', matchedQueries(searcher, shard.namedQueries, withScores));
  }
  if (request.explain) add('ExplainPhase', explanation(showing));
  if (showing.innerHits.length > 0)
    add('InnerHitsPhase', innerHits(showing.innerHits, { searcher, shard, origin, hitParts }));
  return parts;
}

function showsFields({
  storedFields,
  docvalueFields,
  fields,
  scriptFields,
}: SearchRequest): boolean {
  return (
    storedFields !== undefined ||
    docvalueFields.length > 0 ||
    (fields?.length ?? 0) > 0 ||
    scriptFields.length > 0
  );
}
