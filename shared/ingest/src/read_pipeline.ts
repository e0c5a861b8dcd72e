/**
 * Parses a pipeline's source to steps. An error in one processor does not hide errors in others:
 * all are reported together.
 */
import { ApiError, asApiError, errorDetail } from '@skein/errors';
import { classNameOf, JMap, type Value } from '@skein/java';
import type { ScriptService } from '@skein/script';
import { compileCondition, readCondition } from './conditions.js';
import { ConfigReader } from './config_reader.js';
import { configurationError, notOfClass, nullPointer, placedError } from './faults.js';
import type { IngestPorts } from './ingest_ports.js';
import {
  type CompoundStep,
  Metric,
  type Pipeline,
  type ProcessorStep,
  type Step,
} from './pipeline.js';
import type { ProcessorContext } from './processor_type.js';
import { processorType, refusedProcessor } from './processors/registry.js';
import type { PipelineRunner } from './run_pipeline.js';
import type { RegexRunner } from './text/regex_runner.js';
import { newMap } from './values.js';

export interface ReadingParts {
  readonly scripts: ScriptService;
  readonly ports: IngestPorts;
  readonly regexes: RegexRunner;
  readonly runner: PipelineRunner;
  pipeline(id: string): Pipeline | undefined;
}

/** The maximum nesting depth of processors. */
const MAX_DEPTH = 100;

export function readPipeline(id: string, source: JMap, parts: ReadingParts): Pipeline {
  const config = new ConfigReader(source, {});
  config.optionalString('description');
  config.int('version', undefined);
  const reading = new PipelineReading(parts);
  const processors = reading.steps(config.list('processors'));
  const handlers = config.optionalList('on_failure');
  const onFailure = reading.steps(handlers ?? []);
  if (!config.isEmpty) {
    throw parseError(
      `pipeline [${id}] doesn't support one or more provided configuration parameters ${config.leftText}`,
    );
  }
  if (handlers !== undefined && onFailure.length === 0) {
    throw parseError(`pipeline [${id}] cannot have an empty on_failure option defined`);
  }
  return { id, root: compound(processors, { onFailure }), metric: new Metric() };
}

function compound(
  steps: readonly Step[],
  { ignoreFailure = false, onFailure }: { ignoreFailure?: boolean; onFailure: readonly Step[] },
): CompoundStep {
  const counted = steps.map((step) => ({ step, metric: new Metric() }));
  return { kind: 'compound', ignoreFailure, steps: counted, onFailure };
}

class PipelineReading {
  readonly #context: ProcessorContext;
  readonly #scripts: ScriptService;
  #depth = 0;

  constructor({ runner, ...parts }: ReadingParts) {
    this.#scripts = parts.scripts;
    this.#context = {
      ...parts,
      step: (type, config) => this.step(type, config),
      runStep: (step, document) => runner.runStep(step, document),
      runPipeline: (pipeline, document) => runner.runPipeline(pipeline, document),
    };
  }

  steps(sources: readonly Value[]): readonly Step[] {
    const steps: Step[] = [];
    const errors: ApiError[] = [];
    for (const source of sources) {
      if (!(source instanceof JMap)) throw notAMap(source);
      for (const type of source.keys()) {
        try {
          steps.push(this.step(String(type), source.get(type)));
        } catch (error) {
          errors.push(asApiError(error));
        }
      }
    }
    const [first, ...others] = errors;
    if (first !== undefined) throw withOthers(first, others);
    return steps;
  }

  step(type: string, source: Value): Step {
    if (this.#depth >= MAX_DEPTH) {
      throw configurationError({ type }, `processors are nested deeper than [${MAX_DEPTH}]`);
    }
    this.#depth++;
    try {
      return this.#step(type, configOf(type, source));
    } finally {
      this.#depth--;
    }
  }

  #step(type: string, source: JMap): Step {
    const general = new ConfigReader(source, {});
    const tag = general.optionalString('tag');
    const description = general.at({ tag }).optionalString('description');
    general.take('description');
    const ignoreFailure = general.boolean('ignore_failure', false);
    const condition = readCondition(general.take('if'));
    const definition = processorType(type);
    if (definition === undefined) throw unknownProcessor(type, tag);
    const handlers = general.optionalList('on_failure');
    const onFailure = this.steps(handlers ?? []);
    if (handlers !== undefined && onFailure.length === 0) {
      throw configurationError(
        { type, tag, property: 'on_failure' },
        'processors list cannot be empty',
      );
    }
    try {
      const config = general.at({ type, tag });
      const work = definition.create(config, this.#context);
      if (!config.isEmpty) throw unknownProperties(type, config);
      const step: ProcessorStep = { kind: 'processor', type, tag, description, work };
      const handled =
        onFailure.length > 0 || ignoreFailure
          ? compound([step], { ignoreFailure, onFailure })
          : step;
      if (condition === undefined) return handled;
      const { text, evaluate } = compileCondition(condition, this.#scripts, tag);
      return {
        kind: 'conditional',
        tag,
        condition: text,
        evaluate,
        step: handled,
        metric: new Metric(),
      };
    } catch (error) {
      throw placedError(asApiError(error), { type, tag });
    }
  }
}

function configOf(type: string, source: Value): JMap {
  if (source instanceof JMap) return source;
  if (source === null) {
    throw configurationError({ type }, `the config of processor [${type}] cannot be null`);
  }
  if (typeof source === 'string' && type === 'script') return newMap([['source', source]]);
  throw configurationError({ type }, `property isn't a map, but of type [${classNameOf(source)}]`);
}

function unknownProcessor(type: string, tag: string | undefined): ApiError {
  const why = refusedProcessor(type);
  return configurationError({ type, tag }, why ?? `No processor type exists with name [${type}]`);
}

function unknownProperties(type: string, { leftText }: ConfigReader): ApiError {
  return parseError(
    `processor [${type}] doesn't support one or more provided configuration parameters ${leftText}`,
  );
}

function withOthers(first: ApiError, others: readonly ApiError[]): ApiError {
  if (others.length === 0) return first;
  const { type, message, status, cause, metadata } = first;
  const { suppressed } = metadata;
  const before = Array.isArray(suppressed) ? suppressed : [];
  return new ApiError(type, message, {
    status,
    cause,
    metadata: { ...metadata, suppressed: [...before, ...others.map(errorDetail)] },
  });
}

function notAMap(source: Value): ApiError {
  return source === null ? nullPointer() : notOfClass(source, 'java.util.Map');
}

function parseError(reason: string): ApiError {
  return new ApiError('parse_exception', reason);
}
