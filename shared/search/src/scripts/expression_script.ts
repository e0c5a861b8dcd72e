/**
 * Runs an expression as a document script: reads its variables from columns and converts its number
 * to the type of the context.
 */
import { isJsonObject } from '@skein/content';
import { ApiError, asApiError, illegalArgument } from '@skein/errors';
import { JDouble, markedDouble, type Value } from '@skein/java';
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
  | { readonly kind: 'score' | 'given' }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'field'; readonly read: NumberReader };

export function expressionScript(script: ExpressionScript, binding: Binding): DocumentScript {
  const { source } = script;
  const bound = script.variables.map(({ path }): Bound => {
    try {
      return bindVariable(path, binding);
    } catch (error) {
      const cause = asApiError(error);
      throw linkError({ source, portion: textOf(path), offset: offsetIn(path, cause) }, cause);
    }
  });
  const { returns } = binding.scriptContext;
  const result = resultOf(returns);
  const readsGiven = bound.some(({ kind }) => kind === 'given');
  return {
    needsScore: bound.some(({ kind }) => kind === 'score'),
    segment: (segment) => {
      const value = new Float64Array(1);
      const rows = rowsRun(script, { bound, value }, segment);
      const one = { docs: new Uint32Array(1), scores: new Float32Array(1), from: 0, to: 1 };
      const results = new Float64Array(1);
      return (doc, score, given) => {
        one.docs[0] = doc;
        one.scores[0] = score;
        if (readsGiven) value[0] = givenNumber(given, source);
        rows(one, results);
        return result(results[0] ?? 0);
      };
    },
    segmentRows: readsGiven
      ? undefined
      : (segment) => {
          const rows = rowsRun(script, { bound, value: new Float64Array(1) }, segment);
          return returns === 'boolean' ? truths(rows) : rows;
        },
  };
}

/** The number of `_value`, which is 0 when the script runs for a document. */
function givenNumber(given: unknown, source: string): number {
  if (given === undefined) return 0;
  if (given instanceof JDouble) return given.value;
  if (typeof given === 'bigint') return Number(given);
  const reason = `Cannot use expression with text variable using [${source}]`;
  throw new ApiError('general_script_exception', reason);
}

function truths(rows: ComputeRows): ComputeRows {
  return (batch, results) => {
    const end = rows(batch, results);
    for (let i = batch.from; i < end; i++) results[i] = results[i] === 0 ? 0 : 1;
    return end;
  };
}

interface Opening {
  readonly bound: readonly Bound[];
  /** The number of `_value`, for a script that runs for one document at a time. */
  readonly value: Float64Array;
}

function rowsRun(
  script: ExpressionScript,
  { bound, value }: Opening,
  segment: SegmentReader,
): ComputeRows {
  const variables = bound.map((one) =>
    one.kind === 'given' ? () => value : openVariable(one, segment),
  );
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

/** The variable as expressions write it. */
function textOf(path: readonly string[]): string {
  return path.reduce((text, part) => (part.startsWith('[') ? text + part : `${text}.${part}`));
}

/** The index in the variable's text that OpenSearch's error names. */
function offsetIn([name, field]: readonly string[], { type }: ApiError): number {
  if (name !== 'doc' || type !== 'parse_exception') return 0;
  return (nameOfField(field) === undefined ? 'doc' : "doc['").length;
}

function resultOf(returns: string): (value: number) => Value {
  if (returns === 'boolean') return (value) => value !== 0;
  if (returns === 'double') return (value) => value;
  return (value) => new JDouble(value);
}

function bindVariable(
  path: readonly string[],
  { reference, scriptContext, shard }: Binding,
): Bound {
  const [name, field, ...members] = path;
  const has = (wanted: string): boolean =>
    name === wanted &&
    path.length === 1 &&
    scriptContext.variables.some((variable) => variable.name === wanted);
  if (has('_score')) return { kind: 'score' };
  if (has('_value')) return { kind: 'given' };
  const text = textOf(path);
  if (Object.hasOwn(reference.params, text)) {
    return { kind: 'number', value: numberParam(text, reference) };
  }
  if (name !== 'doc') throw parse(`Unknown variable [${name}]`);
  return bindField(nameOfField(field), members, { text, shard });
}

/** The name in `['name']`. */
function nameOfField(part: string | undefined): string | undefined {
  return /^\['([\s\S]*)'\]$/.exec(part ?? '')?.[1];
}

function bindField(
  name: string | undefined,
  members: readonly string[],
  { text, shard }: { readonly text: string; readonly shard: QueryShardContext },
): Bound {
  if (name === undefined) {
    throw parse("Variable 'doc' must be used with a specific field like: doc['myfield']");
  }
  checkMembers(members, text);
  const field = shard.mapping.field(name);
  if (field === undefined) throw parse(`Field [${name}] does not exist in mappings`);
  return { kind: 'field', read: fieldVariable(field, members) };
}

const DATE_OBJECTS: ReadonlySet<string> = new Set(['date', 'getDate']);

/** A field has one member, or two if the first is its date: `doc['d'].date.year`. */
function checkMembers([first, second, ...more]: readonly string[], text: string): void {
  if (second === undefined) {
    if (first?.startsWith('[') !== true) return;
    throw illegalArgument(
      'Only member variables or member methods may be accessed on a field when not accessing the field directly',
    );
  }
  const isOfDate = DATE_OBJECTS.has(first ?? '') && !second.startsWith('[');
  if (isOfDate && more.length === 0) return;
  throw illegalArgument(
    `Variable [${text}] does not follow an allowed format of either doc['field'] or doc['field'].method()`,
  );
}

function numberParam(name: string, { params }: ScriptReference): number {
  const value = params[name] ?? null;
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  const double = isJsonObject(value) ? markedDouble(value) : undefined;
  if (double !== undefined) return double;
  throw parse(`Parameter [${name}] must be a numeric type`);
}

function parse(reason: string): ApiError {
  return new ApiError('parse_exception', reason);
}
