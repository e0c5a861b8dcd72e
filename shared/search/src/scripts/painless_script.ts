/**
 * A Painless script of documents: compiled for the fields of the index and the parameters of the
 * request, opened for each segment.
 */
import { type JMap, mapFromJson, paramType, unboxed } from '@skein/java';
import {
  type CompiledScript,
  type DocBlock,
  type ScriptContext,
  type ScriptReference,
  SlotMap,
} from '@skein/script';
import type { ComputeRows, SegmentReader } from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { docMap, SegmentLookup } from './doc_lookup.js';
import { DocSlot, fieldTypeOf } from './doc_slots.js';
import { documentParams } from './document_params.js';
import type { DocumentRun, DocumentScript, ScriptResults } from './document_script.js';

export interface Binding {
  readonly reference: ScriptReference;
  readonly scriptContext: ScriptContext;
  readonly shard: QueryShardContext;
}

export function painlessScript(plain: CompiledScript, binding: Binding): DocumentScript {
  const { reference, shard } = binding;
  const { fields, params: paramNames } = plain.access;
  const given = mapFromJson(reference.params);
  const script = plain.specialize({
    fields: new Map(fields.map((name) => [name, fieldTypeOf(shard.mapping.field(name))])),
    params: new Map(paramNames.map((name) => [name, paramType(given.get(name))])),
  });
  return {
    needsScore: plain.used.has('_score'),
    segment: (segment, results) =>
      documentRun(script, { ...binding, segment, paramNames, fields, results }),
    segmentRows:
      script.runRows && ((segment) => rowsRun(script, { ...binding, segment, paramNames, fields })),
  };
}

interface Opening extends Binding {
  readonly segment: SegmentReader;
  readonly fields: readonly string[];
  readonly paramNames: readonly string[];
  /**
   * The variable in which a script returns more than its result; absent if the caller does not need
   * it.
   */
  readonly results?: ScriptResults | undefined;
}

/** Variables, other than the score, that differ between documents. */
const GIVEN: ReadonlySet<string> = new Set(['_value', 'state']);

function documentRun(script: CompiledScript, opening: Opening): DocumentRun {
  const { block, values } = opened(opening);
  const [a, b, c, d] = values;
  // In all document contexts, `params` and `doc` come first, and `_score` is third if present; a
  // value that the caller provides per document is fourth.
  const { variables } = opening.scriptContext;
  const hasScore = variables[2]?.name === '_score';
  const hasGiven = GIVEN.has(variables[3]?.name ?? '');
  const docs = new Uint32Array(1);
  block.docs = docs;
  return (doc, score, given = null) => {
    docs[0] = doc;
    return script.run(a, b, hasScore ? score : c, hasGiven ? given : d);
  };
}

function rowsRun(script: CompiledScript, opening: Opening): ComputeRows {
  const { block, slots, values } = opened(opening);
  block.isGathered = true;
  return ({ docs, scores, from, to }, results) => {
    block.docs = docs;
    block.scores = scores;
    block.results = results;
    block.from = from;
    block.row = from;
    block.to = to;
    for (const slot of slots) slot.gather();
    return script.runRows?.(block, ...values) ?? from;
  };
}

interface Opened {
  readonly block: DocBlock;
  readonly slots: readonly DocSlot[];
  /** Values of the context's variables. */
  readonly values: readonly unknown[];
}

function opened(opening: Opening): Opened {
  const { scriptContext, shard, segment, fields, results = null } = opening;
  const lookup = new SegmentLookup(segment, shard);
  const slots = fields.map((each) => new DocSlot(lookup, each, shard.mapping.field(each)));
  const values = scriptContext.variables.map(({ name }) => {
    if (name === 'params') return paramsOf(opening, lookup);
    if (name === 'doc') return new SlotMap(docMap(lookup, shard), slots, lookup.block);
    return name === 'explanation' || name === 'emittedValues' ? results : null;
  });
  return { block: lookup.block, slots, values };
}

/** A script may modify its parameters, so each segment has its own copy. */
function paramsOf({ reference, scriptContext, paramNames }: Opening, lookup: SegmentLookup): JMap {
  const given = mapFromJson(reference.params);
  const slots = paramNames.map((name) => unboxed(given.get(name)));
  const params = scriptContext.paramsHaveDocument ? documentParams(given, lookup) : given;
  return new SlotMap(params, slots);
}
