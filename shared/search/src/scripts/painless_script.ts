/** A Painless script of documents: compiled for the fields of the index and the parameters of the request, opened for each segment. */
import {
  type CompiledScript,
  ExplanationHolder,
  fromJson,
  type JMap,
  type Json,
  paramType,
  type ScriptContext,
  type ScriptReference,
  SlotMap,
  unboxed,
} from '@skein/script';
import type { SegmentReader } from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { docMap, SegmentLookup } from './doc_lookup.js';
import { docSlot, fieldTypeOf } from './doc_slots.js';
import { documentParams } from './document_params.js';
import type { DocumentRun, DocumentScript } from './document_script.js';

export interface Binding {
  readonly reference: ScriptReference;
  readonly scriptContext: ScriptContext;
  readonly shard: QueryShardContext;
}

export function painlessScript(plain: CompiledScript, binding: Binding): DocumentScript {
  const { reference, shard } = binding;
  const { fields, params: paramNames } = plain.access;
  const given = fromJson(reference.params as Json, 'java.util.HashMap') as JMap;
  const script = plain.specialize({
    fields: new Map(fields.map((name) => [name, fieldTypeOf(shard.mapping.field(name))])),
    params: new Map(paramNames.map((name) => [name, paramType(given.get(name))])),
  });
  return {
    needsScore: plain.used.has('_score'),
    segment: (segment) => opened(script, { ...binding, segment, paramNames, fields }),
  };
}

interface Opening extends Binding {
  readonly segment: SegmentReader;
  readonly fields: readonly string[];
  readonly paramNames: readonly string[];
}

function opened(script: CompiledScript, opening: Opening): DocumentRun {
  const { scriptContext, shard, segment } = opening;
  const lookup = new SegmentLookup(segment, shard);
  const [a, b, c, d] = scriptContext.variables.map(({ name }) => {
    if (name === 'params') return paramsOf(opening, lookup);
    if (name === 'doc') {
      const slots = opening.fields.map((each) => docSlot(lookup, each, shard.mapping.field(each)));
      return new SlotMap(docMap(lookup), slots);
    }
    return name === 'explanation' ? new ExplanationHolder() : null;
  });
  // All contexts of documents have `params` and `doc` first, and those with a score have it third.
  const hasScore = scriptContext.variables[2]?.name === '_score';
  return (doc, score) => {
    lookup.doc = doc;
    return script.run(a, b, hasScore ? score : c, d);
  };
}

/** A script may put into its parameters: each segment has its own. */
function paramsOf({ reference, scriptContext, paramNames }: Opening, lookup: SegmentLookup): JMap {
  const given = fromJson(reference.params as Json, 'java.util.HashMap') as JMap;
  const slots = paramNames.map((name) => unboxed(given.get(name)));
  const params = scriptContext.paramsHaveDocument ? documentParams(given, lookup) : given;
  return new SlotMap(params, slots);
}
