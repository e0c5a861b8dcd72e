/**
 * `scripted_metric`: scripts collect a state from the documents of a bucket (`init_script`,
 * `map_script`), convert it to the result of the shard (`combine_script`), and compute the response
 * from the results of all shards (`reduce_script`).
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { illegalArgument } from '@skein/errors';
import { into, readFields } from '@skein/reading';
import type { ScriptReference } from '@skein/script';
import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import type { MetricScripts, MetricState } from '../aggregation_shard.js';
import { aggregationType, type ParseContext } from '../aggregation_type.js';
import type { Collector } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import { takeObjects } from '../collect/growable.js';
import { DROPPED, type ReducedMetric, type ReduceInput, type Reduction } from '../reduction.js';
import { readScript } from '../values/values_options.js';
import { scriptScores } from './script_scores.js';

interface ScriptedMetricOptions {
  readonly init: ScriptReference | undefined;
  readonly map: ScriptReference;
  readonly combine: ScriptReference | undefined;
  readonly reduce: ScriptReference | undefined;
  /** The parameters of all four scripts, in addition to their own. */
  readonly params: JsonObject;
}

/**
 * The combined states of one or several shards, by owner. After the final reduction, `results`
 * takes their place.
 */
interface ScriptedMetricPart {
  readonly states: readonly (readonly unknown[])[];
  readonly results: readonly ReducedMetric[] | undefined;
}

type Draft = { -readonly [K in keyof ScriptedMetricOptions]?: ScriptedMetricOptions[K] };

function parse(json: JsonObject, context: ParseContext): ScriptedMetricOptions {
  const draft: Draft = {};
  const script = (value: JsonValue) => readScript(value, context);
  const readers = {
    init_script: into(draft, 'init', 'object_or_string', script),
    map_script: into(draft, 'map', 'object_or_string', script),
    combine_script: into(draft, 'combine', 'object_or_string', script),
    reduce_script: into(draft, 'reduce', 'object_or_string', script),
    params: into(draft, 'params', 'object', (value) => (isJsonObject(value) ? value : {})),
  };
  readFields(json, readers, { name: context.type, locate: context.locate });
  const { init, map, combine, reduce, params = {} } = draft;
  if (map === undefined) throw illegalArgument('Required [map_script]');
  return { init, map, combine, reduce, params };
}

/** Adds the parameters of the aggregation to a script. */
function withParams(script: ScriptReference, params: JsonObject): ScriptReference {
  const twice = Object.keys(script.params).find((name) => Object.hasOwn(params, name));
  if (twice === undefined) return { ...script, params: { ...params, ...script.params } };
  throw illegalArgument(`Parameter name "${twice}" used in both aggregation and script parameters`);
}

/** Refuses a missing script. It is called at the shards, as in OpenSearch. */
function required(
  script: ScriptReference | undefined,
  { as, name, params }: { readonly as: string; readonly name: string; readonly params: JsonObject },
): ScriptReference {
  if (script === undefined) throw illegalArgument(`[${as}] must not be null: [${name}]`);
  return withParams(script, params);
}

/** The number of documents between two checks for cancellation, as a script may be slow on each. */
const DOCS_PER_CHECK = 64;
/**
 * The amount that scripts may allocate before the states are measured, in their own units,
 * regardless of how much the states retain.
 */
const LEAST_UNITS = 131_072;

class ScriptedMetricCollector implements Collector<ScriptedMetricPart> {
  readonly #scripts: MetricScripts;
  readonly #checkCancelled: () => void;
  /** The state of each owner; made at its first document. */
  readonly #states = new Map<number, MetricState>();
  #run: ReturnType<MetricScripts['segment']> | undefined;
  /** The bytes that were reported to the breaker. */
  #told = 0;
  /** `allocated` when the states were last measured. */
  #measuredAt: number;

  constructor(scripts: MetricScripts, checkCancelled: () => void) {
    this.#scripts = scripts;
    this.#checkCancelled = checkCancelled;
    this.#measuredAt = scripts.allocated();
  }

  segment(reader: SegmentReader): void {
    this.#run = this.#scripts.segment(reader);
  }

  collect({ docs, owners, scores, count }: DocBlock): void {
    for (let i = 0; i < count; i++) {
      const state = this.#stateOf(owners[i]);
      this.#run?.(docs[i], scores?.[i] ?? 0, state);
      if (i % DOCS_PER_CHECK === 0) {
        this.#checkCancelled();
        this.#measure();
      }
    }
    this.#measure();
  }

  #stateOf(owner: number): MetricState {
    let state = this.#states.get(owner);
    if (state === undefined) {
      state = this.#scripts.newState();
      this.#states.set(owner, state);
    }
    return state;
  }

  /**
   * Most of what scripts allocate is garbage at once. The retained bytes are measured when as much
   * was allocated again as was retained the last time.
   */
  #measure(): void {
    const allocated = this.#scripts.allocated();
    if (allocated - this.#measuredAt < Math.max(LEAST_UNITS, this.#told / 8)) return;
    this.#measuredAt = allocated;
    const bytes = this.#scripts.retainedBytes(this.#states.values());
    if (bytes <= this.#told) return;
    takeObjects(bytes - this.#told, 1);
    this.#told = bytes;
  }

  build(owners: Uint32Array): ScriptedMetricPart {
    const states = Array.from(owners, (owner, i) => {
      if (i % DOCS_PER_CHECK === 0) this.#checkCancelled();
      const combined = this.#scripts.combine(this.#stateOf(owner));
      this.#states.delete(owner);
      return [combined];
    });
    return { states, results: undefined };
  }
}

/** The result of an owner that no shard has seen. */
const NO_STATES = [null];

function reduce(
  { name, options }: AggregationNode<ScriptedMetricOptions>,
  inputs: readonly ReduceInput<ScriptedMetricPart>[],
  { owners, isFinal, isTaking, checkCancelled, reduceScript }: Reduction,
): ScriptedMetricPart {
  const states: unknown[][] = Array.from({ length: owners }, () => []);
  const taken: ReducedMetric[] = [];
  for (const { part, map } of inputs) {
    map.forEach((to, i) => {
      if (to === DROPPED) return;
      for (const state of part.states[i] ?? []) states[to]?.push(state);
      const result = part.results?.[i];
      if (result !== undefined) taken[to] = result;
    });
  }
  if (!isFinal || isTaking) {
    return { states, results: taken.length === 0 ? undefined : taken };
  }
  const { params } = options;
  const script = required(options.reduce, { as: 'reduceScript', name, params });
  const results = states.map((own) => {
    checkCancelled();
    return reduceScript(script, own.length === 0 ? NO_STATES : own);
  });
  return { states: [], results };
}

export const scriptedMetric = aggregationType<ScriptedMetricOptions, ScriptedMetricPart>({
  name: 'scripted_metric',
  takes: 'none',
  parse,
  needsScores: (node) => scriptScores({ ...node, options: { script: node.options.map } }),
  isOrderable: false,
  runsScript: () => true,
  collector({ name, options }, { shard }) {
    const { init, map, params } = options;
    const combine = required(options.combine, { as: 'combineScript', name, params });
    required(options.reduce, { as: 'reduceScript', name, params });
    const scripts = {
      init: init && withParams(init, params),
      map: withParams(map, params),
      combine,
    };
    return new ScriptedMetricCollector(shard.metricScripts(scripts), shard.checkCancelled);
  },
  reduce,
  render: (_node, { part, owner }) => ({ value: part.results?.[owner]?.json ?? null }),
  value: (_node, { part, owner }, property) =>
    property === 'value' ? part.results?.[owner]?.number : undefined,
});
