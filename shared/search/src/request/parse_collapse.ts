/** `collapse`: `{"field": …, "inner_hits": {…} | […], "max_concurrent_group_searches": …}`. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { illegalArgument } from '@skein/errors';
import { parseInnerHits } from '../inner_hits/parse_inner_hits.js';
import { type Draft, intoDraft } from '../queries/into_draft.js';
import { integerOf, textOf, tokenName } from '../queries/options.js';
import { parseContext } from '../queries/parse_query.js';
import type { BodyLocator } from './body_location.js';
import { type FieldReaders, into, readFields } from './object_fields.js';
import type { CollapseInnerHits, CollapseSpec } from './search_request.js';

export function parseCollapse(json: JsonObject, locate: BodyLocator): CollapseSpec {
  const spec = readCollapse(json, locate, (inner) => [parseGroupHits(inner, locate)]);
  // If several have the same name, the last one is shown.
  const innerHits = [...new Map(spec.innerHits.map((each) => [each.name, each])).values()];
  return { ...spec, innerHits };
}

type ReadInner = (json: JsonObject) => readonly CollapseInnerHits[];

function readCollapse(
  json: JsonObject,
  locate: BodyLocator,
  readInner: ReadInner | undefined,
): CollapseSpec {
  const draft: Draft<CollapseSpec, 'field'> = {
    field: undefined,
    innerHits: [],
    maxConcurrent: undefined,
  };
  const readers: FieldReaders = {
    field: into(draft, 'field', 'string', textOf),
    ...(readInner
      ? {
          inner_hits: intoDraft(draft, 'innerHits', (value: JsonValue) => {
            const given = isJsonArray(value) ? value : [value];
            return given.flatMap((each) => readInner(objectOf(each)));
          }),
        }
      : {}),
    max_concurrent_group_searches: intoDraft(draft, 'maxConcurrent', maxConcurrentOf),
  };
  readFields(json, readers, { name: 'collapse', locate });
  const { field } = draft;
  if (field === undefined) throw illegalArgument('[collapse] requires [field]');
  return { ...draft, field };
}

function maxConcurrentOf(json: JsonValue): number {
  const count = integerOf(json);
  if (count >= 1) return count;
  throw illegalArgument('maxConcurrentGroupRequests` must be positive');
}

function objectOf(json: JsonValue): JsonObject {
  if (isJsonObject(json)) return json;
  throw illegalArgument(`[inner_hits] expected an object but found ${tokenName(json)}`);
}

/** Inner hits of a group may be collapsed once more, without inner hits of their own. */
function parseGroupHits(json: JsonObject, locate: BodyLocator): CollapseInnerHits {
  const { collapse, ...rest } = json;
  const { name, request } = parseInnerHits(rest, parseContext({ locate }));
  if (collapse === undefined) return { name, request };
  const within = readCollapse(objectOf(collapse), locate, undefined);
  return { name, request: { ...request, collapse: within } };
}
