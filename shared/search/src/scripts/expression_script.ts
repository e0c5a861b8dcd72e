/**
 * Runs an expression as a document script: reads its variables from columns and converts its number
 * to the type of the context.
 */
import { ApiError, asApiError } from '@skein/errors';
import { JDouble, markedDouble } from '@skein/java';
import {
  type ExpressionScript,
  linkError,
  type ScriptContext,
  type ScriptReference,
} from '@skein/script';
import type { ComputeRows, ScoreBatch, SegmentReader } from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import type { DocumentScript } from './document_script.js';
import { fieldVariable, type NumberReader } from './expression_variable.js';

interface Binding {
  readonly reference: ScriptReference;
  readonly scriptContext: ScriptContext;
  readonly shard: QueryShardContext;
}

type Bound =
  | { readonly kind: 'score' }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'field'; readonly read: NumberReader };

export function expressionScript(script: ExpressionScript, binding: Binding): DocumentScript {
  const bound = script.variables.map(({ path, at }): Bound => {
    try {
      return bindVariable(path, binding);
    } catch (error) {
      const offset = at + (path[0] === 'doc' && path.length > 1 ? offsetOfField(error) : 0);
      throw linkError(script.source, offset, asApiError(error));
    }
  });
  const { returns } = binding.scriptContext;
  const result = resultOf(returns);
  return {
    needsScore: bound.some(({ kind }) => kind === 'score'),
    segment: (segment) => {
      const rows = rowsRun(script, bound, segment);
      const one = { docs: new Uint32Array(1), scores: new Float32Array(1), from: 0, to: 1 };
      const results = new Float64Array(1);
      return (doc, score) => {
        one.docs[0] = doc;
        one.scores[0] = score;
        rows(one, results);
        return result(results[0] as number);
      };
    },
    segmentRows: (segment) => {
      const rows = rowsRun(script, bound, segment);
      return returns === 'boolean' ? truths(rows) : rows;
    },
  };
}

function truths(rows: ComputeRows): ComputeRows {
  return (batch, results) => {
    const end = rows(batch, results);
    for (let i = batch.from; i < end; i++) results[i] = results[i] === 0 ? 0 : 1;
    return end;
  };
}

function rowsRun(
  script: ExpressionScript,
  bound: readonly Bound[],
  segment: SegmentReader,
): ComputeRows {
  const variables = bound.map((one) => openVariable(one, segment));
  return (batch, results) => {
    const columns = variables.map((column) => column(batch));
    script.evaluate(columns, batch.from, batch.to, results);
    return batch.to;
  };
}

/** Returns a function that reads the values of a batch's documents, in batch order. */
function openVariable(
  bound: Bound,
  segment: SegmentReader,
): (batch: ScoreBatch) => Float64Array | Float32Array {
  if (bound.kind === 'score') return ({ scores }) => scores;
  let column = new Float64Array(0);
  const read = bound.kind === 'field' ? bound.read(segment) : undefined;
  return (batch) => {
    const { docs } = batch;
    if (column.length < docs.length) {
      column = new Float64Array(docs.length);
      if (bound.kind === 'number') column.fill(bound.value);
    }
    read?.(batch, column);
    return column;
  };
}

/** OpenSearch points at the field if the field is wrong, at the variable if its member is. */
function offsetOfField(error: unknown): number {
  return error instanceof ApiError && error.type === 'parse_exception' ? 'doc['.length + 1 : 0;
}

function resultOf(returns: string): (value: number) => unknown {
  if (returns === 'boolean') return (value) => value !== 0;
  if (returns === 'double') return (value) => value;
  return (value) => new JDouble(value);
}

function bindVariable(
  path: readonly string[],
  { reference, scriptContext, shard }: Binding,
): Bound {
  const [name = '', field, ...members] = path;
  if (name === '_score' && path.length === 1) {
    if (scriptContext.variables.some((one) => one.name === '_score')) return { kind: 'score' };
  }
  if (name === 'doc') return bindField(field, members, shard);
  if (path.length === 1 && Object.hasOwn(reference.params, name)) {
    return { kind: 'number', value: numberParam(name, reference) };
  }
  throw parse(`Unknown variable [${name}]`);
}

function bindField(
  written: string | undefined,
  members: readonly string[],
  shard: QueryShardContext,
): Bound {
  const [, name] = /^\['([\s\S]*)'\]$/.exec(written ?? '') ?? [];
  if (name === undefined) {
    throw parse("Variable 'doc' must be used with a specific field like: doc['myfield']");
  }
  const field = shard.mapping.field(name);
  if (field === undefined) throw parse(`Field [${name}] does not exist in mappings`);
  return { kind: 'field', read: fieldVariable(field, members) };
}

function numberParam(name: string, { params }: ScriptReference): number {
  const value = params[name] ?? null;
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  const double =
    typeof value === 'object' && value !== null ? markedDouble(value as never) : undefined;
  if (double !== undefined) return double;
  throw parse(`Parameter [${name}] must be a numeric type`);
}

function parse(reason: string): ApiError {
  return new ApiError('parse_exception', reason);
}
