/**
 * Parses the body of `_rank_eval`: searches with ratings of documents, and the metric to evaluate
 * them.
 */
import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import { intoDraft } from '../queries/into_draft.js';
import { booleanOf, integerOf, textOf, tokenName } from '../queries/options.js';
import type { BodyLocator } from '../request/body_location.js';
import {
  type FieldReaders,
  into,
  objectIn,
  readFields,
  readingField,
} from '../request/object_fields.js';
import * as metrics from './all.js';
import { unbuilt } from './metric_options.js';
import type { RankMetric, RankMetricType } from './rank_metric.js';

export interface RankEvaluation {
  readonly requests: readonly RatedRequest[];
  readonly metric: RankMetric;
  /** Bodies of templates by name. */
  readonly templates: ReadonlyMap<string, JsonObject>;
  readonly maxConcurrent: number | undefined;
}

export interface RatedRequest {
  readonly id: string;
  /** A search body; `undefined` if a template renders it. */
  readonly body: JsonObject | undefined;
  readonly template: { readonly id: string; readonly params: JsonObject } | undefined;
  readonly ratings: readonly Rating[];
  /** The document fields that hits show; none if empty. */
  readonly summaryFields: readonly string[];
}

interface Rating {
  readonly index: string;
  readonly id: string;
  readonly rating: number;
}

const METRICS: ReadonlyMap<string, RankMetricType> = new Map(
  Object.values(metrics).map((metric) => [metric.name, metric]),
);

interface RankEvalReading {
  readonly locate: BodyLocator;
  /** Validates a search body and throws its error. */
  readonly checkSearch: (body: JsonObject) => void;
}

interface EvaluationDraft {
  unread: readonly JsonObject[] | undefined;
  metric: RankMetric | undefined;
  maxConcurrent: number | undefined;
}

/** Parses the evaluation and yields after each request. */
export function* parseRankEvaluation(
  json: JsonObject,
  reading: RankEvalReading,
): Generator<void, RankEvaluation> {
  const { locate } = reading;
  const requests: RatedRequest[] = [];
  const draft: EvaluationDraft = {
    unread: undefined,
    metric: undefined,
    maxConcurrent: undefined,
  };
  const templates = new Map<string, JsonObject>();
  const readers = {
    requests: into(draft, 'unread', 'object_array', objectsOf),
    metric: into(draft, 'metric', 'object', (value) => parseMetric(value, locate)),
    templates: [
      'object_array',
      (value: JsonValue) => {
        for (const each of objectsOf(value)) readTemplate(each, locate, templates);
      },
    ],
    max_concurrent_searches: into(draft, 'maxConcurrent', 'number', integerOf),
  } satisfies FieldReaders;
  readFields(json, readers, { name: 'rank_eval', locate });
  const { unread, metric, maxConcurrent } = draft;
  for (const each of unread ?? []) {
    const place = { name: 'rank_eval', field: 'requests', locate, inside: json };
    requests.push(readingField(place, () => parseRequest(each, reading)));
    yield;
  }
  if (metric === undefined || unread === undefined) {
    const missing = [unread ? [] : ['requests'], metric ? [] : ['metric']].flat();
    throw illegalArgument(`Required [${missing.join(', ')}]`);
  }
  if (requests.length === 0) {
    throw unbuilt(
      'rank_eval',
      'Cannot evaluate ranking if no search requests with rated results are provided. Seen: []',
    );
  }
  for (const { template } of requests) {
    if (template && !templates.has(template.id)) {
      throw illegalArgument(`unknown template [${template.id}]`);
    }
  }
  if (maxConcurrent !== undefined && maxConcurrent < 1) {
    throw illegalArgument('maxConcurrentSearchRequests must be positive');
  }
  return { requests, metric, templates, maxConcurrent };
}

function parseMetric(json: JsonValue, locate: BodyLocator): RankMetric {
  const entries = isJsonObject(json) ? Object.entries(json) : [];
  const [[name, options] = []] = entries;
  if (name === undefined) {
    const found = 'expecting token of type [FIELD_NAME] but found [END_OBJECT]';
    throw new ApiError('parsing_exception', `Failed to parse object: ${found}`);
  }
  const type = METRICS.get(name);
  if (!type) throw new ApiError('named_object_not_found_exception', `unknown field [${name}]`);
  if (!isJsonObject(options)) {
    const reason = `[${name}] Expected START_OBJECT but was: ${tokenName(options)}`;
    throw new ApiError('x_content_parse_exception', reason);
  }
  const metric = type.parse(options, locate);
  if (entries.length === 1) return metric;
  const found = 'expecting token of type [END_OBJECT] but found [FIELD_NAME]';
  throw new ApiError('parsing_exception', `Failed to parse object: ${found}`);
}

interface RequestDraft {
  id: string | undefined;
  body: JsonObject | undefined;
  templateId: string | undefined;
  params: JsonObject;
  ratings: readonly Rating[] | undefined;
  summaryFields: readonly string[];
}

function parseRequest(json: JsonObject, { locate, checkSearch }: RankEvalReading): RatedRequest {
  const draft: RequestDraft = {
    id: undefined,
    body: undefined,
    templateId: undefined,
    params: {},
    ratings: undefined,
    summaryFields: [],
  };
  const readers: FieldReaders = {
    id: into(draft, 'id', 'string', textOf),
    request: into(draft, 'body', 'object', (body) => {
      checkSearch(body);
      return body;
    }),
    template_id: into(draft, 'templateId', 'string', textOf),
    params: into(draft, 'params', 'object', objectOf),
    ratings: into(draft, 'ratings', 'object_array', (value) => {
      const list = isJsonArray(value) ? value : [value];
      return list.map((_each, i) => parseRating(list, i, locate));
    }),
    summary_fields: into(draft, 'summaryFields', 'string_array', (value) =>
      isJsonArray(value) ? value.map(textOf) : [textOf(value)],
    ),
  };
  readFields(json, readers, { name: 'request', locate });
  const { id, body, templateId, params, ratings, summaryFields } = draft;
  if (id === undefined || ratings === undefined) {
    const missing = [...(id === undefined ? ['id'] : []), ...(ratings ? [] : ['ratings'])];
    throw illegalArgument(`Required [${missing.join(', ')}]`);
  }
  checkSearchOf(draft);
  if (body !== undefined) checkRanked(body);
  checkRatings(id, ratings);
  const template = templateId === undefined ? undefined : { id: templateId, params };
  return { id, body, template, ratings, summaryFields };
}

/** A request has either a search or a template with its parameters. */
function checkSearchOf({ body, templateId, params }: RequestDraft): void {
  const hasParams = Object.keys(params).length > 0;
  if (body !== undefined && (hasParams || templateId !== undefined)) {
    throw unbuilt(
      'request',
      'Ambiguous rated request: Set both, verbatim test request and test request template parameters.',
    );
  }
  if (body !== undefined || templateId !== undefined) return;
  throw unbuilt(
    'request',
    hasParams
      ? 'If template parameters are supplied need to set id of template to apply them to too.'
      : 'Need to set at least test request or test request template parameters.',
  );
}

/** Refuses parts of a search that do not affect its ranking. */
function checkRanked({ suggest, aggs, aggregations = aggs, highlight, ...body }: JsonObject): void {
  const hasAggregations = isJsonObject(aggregations) && Object.keys(aggregations).length > 0;
  if (suggest !== undefined) throw unranked('contain a suggest section');
  if (hasAggregations) throw unranked('contain aggregations');
  if (highlight !== undefined) throw unranked('contain a highlighter section');
  if (booleanOf(body.explain ?? false)) throw unranked('use explain');
  if (booleanOf(body.profile ?? false)) throw unranked('use profile');
}

function unranked(what: string): ApiError {
  return unbuilt('request', `Query in rated requests should not ${what}.`);
}

function checkRatings(id: string, ratings: readonly Rating[]): void {
  const seen = new Set<string>();
  for (const rating of ratings) {
    const key = ratingKey(rating);
    if (seen.has(key)) {
      throw unbuilt(
        'request',
        `Found duplicate rated document key [${key}] in evaluation request [${id}]`,
      );
    }
    seen.add(key);
  }
}

export function ratingKey({ index, id }: Omit<Rating, 'rating'>): string {
  return JSON.stringify({ _index: index, _id: id });
}

function parseRating(list: JsonArray, at: number, locate: BodyLocator): Rating {
  const reading = { name: 'rated_document', locate };
  const draft: { index?: string; id?: string; rating?: number } = {};
  const readers = {
    _index: into(draft, 'index', 'string', textOf),
    _id: into(draft, 'id', 'string', textOf),
    rating: into(draft, 'rating', 'number', integerOf),
  };
  readFields(objectIn(list, at, reading), readers, reading);
  const { index, id, rating } = draft;
  if (index === undefined || id === undefined || rating === undefined) {
    const given = { _index: index, _id: id, rating };
    const missing = Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [name] : [],
    );
    throw illegalArgument(`Required [${missing.join(', ')}]`);
  }
  if (index === '') throw unbuilt(reading.name, 'Index must be set for each rated document');
  if (id === '') throw unbuilt(reading.name, 'DocId must be set for each rated document');
  return { index, id, rating };
}

function readTemplate(
  json: JsonObject,
  locate: BodyLocator,
  templates: Map<string, JsonObject>,
): void {
  const draft: { id?: string; template?: JsonObject } = {};
  const readers = {
    id: intoDraft(draft, 'id', textOf),
    template: intoDraft(draft, 'template', (value: JsonValue) =>
      typeof value === 'string' ? { source: value } : objectOf(value),
    ),
  };
  readFields(json, readers, { name: 'template', locate });
  const { id, template } = draft;
  if (id === undefined || template === undefined) throw illegalArgument('Required [id, template]');
  templates.set(id, template);
}

function objectsOf(json: JsonValue): readonly JsonObject[] {
  return (isJsonArray(json) ? json : [json]).map(objectOf);
}

function objectOf(json: JsonValue): JsonObject {
  if (isJsonObject(json)) return json;
  throw illegalArgument('expected an object');
}
