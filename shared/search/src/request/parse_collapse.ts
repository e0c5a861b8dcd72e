/** `collapse`: `{"field": …, "inner_hits": {…} | […], "max_concurrent_group_searches": …}`. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseInnerHits } from '../inner_hits/parse_inner_hits.js';
import { integerOf, textOf, tokenName } from '../queries/options.js';
import { parseContext } from '../queries/parse_query.js';
import type { BodyLocator } from './body_location.js';
import { type FieldReaders, readFields } from './object_fields.js';
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
  let field: string | undefined;
  let innerHits: readonly CollapseInnerHits[] = [];
  let maxConcurrent: number | undefined;
  const readers: FieldReaders = {
    field: [
      'string',
      (value) => {
        field = textOf(value);
      },
    ],
    ...(readInner
      ? {
          inner_hits: (value: JsonValue) => {
            const given = isJsonArray(value) ? value : [value];
            innerHits = given.flatMap((each) => readInner(objectOf(each)));
          },
        }
      : {}),
    max_concurrent_group_searches: (value: JsonValue) => {
      maxConcurrent = integerOf(value);
      if (maxConcurrent < 1) throw refused('maxConcurrentGroupRequests` must be positive');
    },
  };
  readFields(json, readers, { name: 'collapse', locate });
  if (field === undefined) throw refused('[collapse] requires [field]');
  return { field, innerHits, maxConcurrent };
}

function objectOf(json: JsonValue): JsonObject {
  if (isJsonObject(json)) return json;
  throw refused(`[inner_hits] expected an object but found ${tokenName(json)}`);
}

/** Inner hits of a group may be collapsed once more, without inner hits of their own. */
function parseGroupHits(json: JsonObject, locate: BodyLocator): CollapseInnerHits {
  const { collapse, ...rest } = json;
  const { name, request } = parseInnerHits(rest, parseContext({ locate }));
  if (collapse === undefined) return { name, request };
  const within = readCollapse(objectOf(collapse), locate, undefined);
  return { name, request: { ...request, collapse: within } };
}

function refused(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}
