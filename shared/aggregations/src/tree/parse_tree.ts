/**
 * Parses `aggs` of a request into nodes: names, types, options and inner aggregations. Errors use
 * OpenSearch's words and give their place in the body.
 */
import { AssertionError, didYouMean } from '@skein/base';
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type BodyLocator, OPENING, placeMetadata, tokenName } from '@skein/reading';
import type { AggregationNode } from '../aggregation_node.js';
import type { ParseContext } from '../aggregation_type.js';
import { problemsOf, validationError } from '../pipeline/bucket_path.js';
import type { PipelineNode } from '../pipeline_type.js';
import {
  aggregationNamed,
  findAggregation,
  findPipeline,
  pipelineNamed,
  TYPES,
  typeNames,
} from '../registry.js';
import { checkPaths, pipelineOrder } from './pipeline_order.js';

/** The aggregations of a request, or those inside one aggregation. */
export interface AggregationTree {
  readonly children: readonly AggregationNode[];
  readonly pipelines: readonly PipelineNode[];
}

export type TreeReading = Pick<ParseContext, 'locate' | 'readQuery' | 'readHits'>;

export function parseAggregations(json: JsonObject, reading: TreeReading): AggregationTree {
  const tree = readLevel(json, reading);
  checkTree(tree);
  return tree;
}

function readLevel(json: JsonObject, reading: TreeReading): AggregationTree {
  const children: AggregationNode[] = [];
  const pipelines: PipelineNode[] = [];
  for (const [name, body = null] of Object.entries(json)) {
    const node = readOne(name, { json, body }, reading);
    if ('children' in node) children.push(node);
    else pipelines.push(node);
  }
  return { children, pipelines };
}

interface Place<Body extends JsonValue = JsonValue> {
  readonly json: JsonObject;
  readonly body: Body;
}

function parsingError(
  reason: string,
  locate: BodyLocator,
  at: readonly [JsonValue, string?],
): ApiError {
  const [inside, key] = at;
  const place = key === undefined ? locate(inside) : locate(inside, key);
  return new ApiError('parsing_exception', reason, {
    metadata: placeMetadata(place),
  });
}

function readOne(
  name: string,
  { json, body }: Place,
  reading: TreeReading,
): AggregationNode | PipelineNode {
  const { locate } = reading;
  if (name === '' || /[[\]>]/.test(name)) {
    const reason = `Invalid aggregation name [${name}]. Aggregation names can contain any character except '[', ']', and '>'`;
    throw parsingError(reason, locate, [json, name]);
  }
  if (!isJsonObject(body)) {
    const reason = `Aggregation definition for [${name} starts with a [${tokenName(body)}], expected a [START_OBJECT].`;
    throw parsingError(reason, locate, [json, name]);
  }
  const found = readDefinition(name, body, reading);
  const { type, options, meta, inner } = found;
  if (type === undefined) {
    const reason = `Missing definition for aggregation [${name}]`;
    throw parsingError(reason, locate, [body]);
  }
  if (findPipeline(type) !== undefined) {
    if (inner !== undefined) {
      throw parsingError(`Aggregation [${name}] cannot define sub-aggregations`, locate, [body]);
    }
    return { name, type, options, meta };
  }
  const { children, pipelines } = inner ?? { children: [], pipelines: [] };
  if (
    inner !== undefined &&
    aggregationNamed(type).takes === 'none' &&
    children.length + pipelines.length > 0
  ) {
    throw new ApiError(
      'aggregation_initialization_exception',
      `Aggregator [${name}] of type [${type}] cannot accept sub-aggregations`,
    );
  }
  return { name, type, options, meta, children, pipelines };
}

interface Definition {
  type: string | undefined;
  options: unknown;
  meta: JsonObject | undefined;
  inner: AggregationTree | undefined;
}

function readDefinition(name: string, body: JsonObject, reading: TreeReading): Definition {
  const { locate } = reading;
  const found: Definition = {
    type: undefined,
    options: undefined,
    meta: undefined,
    inner: undefined,
  };
  for (const [key, value = null] of Object.entries(body)) {
    if (!isJsonObject(value)) {
      const reason = `Expected [START_OBJECT] under [${key}], but got a [${tokenName(value)}] in [${name}]`;
      throw parsingError(reason, locate, [body, key]);
    }
    if (key === 'meta') found.meta = value;
    else if (key === 'aggs' || key === 'aggregations') {
      if (found.inner !== undefined) {
        const reason = `Found two sub aggregation definitions under [${name}]`;
        throw parsingError(reason, locate, [body, key]);
      }
      found.inner = readLevel(value, reading);
    } else readType(name, { json: body, body: value }, { key, found, reading });
  }
  return found;
}

interface TypeReading {
  readonly key: string;
  readonly found: Definition;
  readonly reading: TreeReading;
}

function readType(
  name: string,
  { json, body }: Place<JsonObject>,
  { key, found, reading }: TypeReading,
): void {
  const { locate } = reading;
  if (found.type !== undefined) {
    const reason = `Found two aggregation type definitions in [${name}]: [${found.type}] and [${key}]`;
    throw parsingError(reason, locate, [json, key]);
  }
  const aggregation = findAggregation(key);
  const type = aggregation ?? findPipeline(key);
  if (type === undefined) throw unknownType(key, body, locate);
  found.type = key;
  const own = aggregation?.mapQueries ? reading : { ...reading, ...withoutQueries(key) };
  found.options = type.parse(body, { ...own, name, type: key });
}

/**
 * Throws when a type reads a query without having `mapQueries`: its query would never get the
 * documents that it names.
 */
function withoutQueries(type: string): Pick<TreeReading, 'readQuery' | 'readHits'> {
  const refuse = (): never => {
    throw new AssertionError(`[${type}] reads queries and has no mapQueries`);
  };
  return { readQuery: refuse, readHits: refuse };
}

function unknownType(key: string, body: JsonValue, locate: BodyLocator): ApiError {
  const reason = `Unknown aggregation type [${key}]${didYouMean(key, typeNames())}`;
  const place = locate(body, OPENING);
  if (place === undefined) return new ApiError('parsing_exception', reason);
  const { line, column } = place;
  return new ApiError('parsing_exception', reason, {
    metadata: { line, col: column },
    cause: new ApiError(
      'named_object_not_found_exception',
      `[${line}:${column}] unknown field [${key}]`,
    ),
  });
}

/**
 * Checks each node against its surroundings. Problems of pipelines at all levels are reported
 * together.
 */
function checkTree(tree: AggregationTree): void {
  const problems: string[] = [];
  checkLevel(tree, [], (check) => {
    try {
      check();
    } catch (thrown) {
      const known = problemsOf(thrown);
      if (known === undefined) throw thrown;
      problems.push(...known);
    }
  });
  if (problems.length > 0) throw validationError(...problems);
}

function checkLevel(
  { children, pipelines }: AggregationTree,
  parents: readonly AggregationNode[],
  attempt: (check: () => void) => void,
): void {
  for (const child of children) aggregationNamed(child.type).check?.(child, parents);
  const around = { siblings: children, pipelines, parent: parents.at(-1), types: TYPES };
  attempt(() => {
    checkPaths({ children, pipelines }, TYPES);
    for (const at of pipelineOrder(pipelines, TYPES)) {
      const pipeline = pipelines[at];
      if (pipeline) attempt(() => pipelineNamed(pipeline.type).check(pipeline, around));
    }
  });
  for (const child of children) checkLevel(child, [...parents, child], attempt);
}

/** True if an aggregation of the tree reads the scores of documents. */
export function needsScores({ children }: AggregationTree): boolean {
  return children.some(
    (node) => aggregationNamed(node.type).needsScores?.(node) === true || needsScores(node),
  );
}

/** True if a shard must be asked even if nothing in it matches. */
export function seesAllDocuments({ children }: AggregationTree): boolean {
  return children.some(
    (node) =>
      aggregationNamed(node.type).seesAllDocuments?.(node) === true || seesAllDocuments(node),
  );
}
