/**
 * The scripts of `scripted_metric`: three run on the shard, with a state per bucket, and one
 * computes the result from the shards' values.
 */
import type {
  MetricScriptReferences,
  MetricScripts,
  MetricState,
  ReduceScript,
} from '@skein/aggregations';
import { assert } from '@skein/base';
import { double, type JsonValue } from '@skein/content';
import {
  allocatedUnits,
  isNumberValue,
  JList,
  JMap,
  mapFromJson,
  numberOfValue,
  toJson,
  type Value,
} from '@skein/java';
import {
  fromPlainState,
  type PlainState,
  retainedBytes,
  type ScriptReference,
  type ScriptService,
  scriptContext,
  toPlainState,
} from '@skein/script';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { documentScript } from './document_script.js';
import { refuseItself } from './refuse_itself.js';

const INIT = scriptContext('aggs_init');
const MAP = scriptContext('aggs_map');
const COMBINE = scriptContext('aggs_combine');
const REDUCE = scriptContext('aggs_reduce');

/** A script with its parameters and one more value as input. */
type ScriptOf = (value: Value) => Value;

function scriptOf(
  reference: ScriptReference,
  context: typeof INIT,
  scripts: ScriptService,
): ScriptOf {
  const { run } = scripts.painless(reference, context);
  // A script may modify its parameters, so each run has its own copy.
  return (value) => run(mapFromJson(reference.params), value);
}

/** States are `JMap`s. Throws compilation errors. */
export function metricScripts(
  { init, map, combine }: MetricScriptReferences,
  shard: QueryShardContext,
): MetricScripts {
  const begin = init && scriptOf(init, INIT, shard.scripts);
  const { segment } = documentScript(map, MAP, shard);
  const end = scriptOf(combine, COMBINE, shard.scripts);
  return {
    newState() {
      const state = new JMap();
      begin?.(state);
      refuseItself(state, 'Scripted metric aggs init script');
      return state;
    },
    segment,
    combine(state: MetricState) {
      assert(state instanceof JMap, 'states are those of `newState`');
      refuseItself(state, 'Scripted metric aggs map script');
      const combined = end(state);
      refuseItself(combined, 'Scripted metric aggs combine script');
      return toPlainState(combined, 'combined');
    },
    allocated: allocatedUnits,
    // The states are those of `newState`.
    retainedBytes: (states) => retainedBytes(states as Iterable<JMap>),
  };
}

export function reduceScript(scripts: ScriptService): ReduceScript {
  return (reference, states) => {
    // The states are what `combine` has returned on the shards.
    const list = new JList(states.map((state) => fromPlainState(state as PlainState)));
    const result = scriptOf(reference, REDUCE, scripts)(list);
    refuseItself(result, 'reduce script');
    toPlainState(result, 'reduced');
    return {
      json: toJson(result, doubleJson),
      number: isNumberValue(result) ? numberOfValue(result) : undefined,
    };
  };
}

function doubleJson(value: number): JsonValue {
  return Number.isFinite(value) ? double(value) : String(value);
}
