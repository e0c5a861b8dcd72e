/**
 * A processor: one file per type in `processors/`, which parses its source once and returns the
 * work for each document.
 */
import type { Value } from '@skein/java';
import type { ScriptService } from '@skein/script';
import type { ConfigReader } from './config_reader.js';
import type { IngestDocument } from './ingest_document.js';
import type { IngestPorts } from './ingest_ports.js';
import type { Pipeline, Step } from './pipeline.js';
import type { RegexRunner } from './text/regex_runner.js';

/** Renders a template of the source for a document. */
export type Template = (document: IngestDocument) => string;

export interface ProcessorContext {
  readonly scripts: ScriptService;
  readonly ports: IngestPorts;
  readonly regexes: RegexRunner;
  /** Looks up a pipeline's current version for each document. */
  pipeline(id: string): Pipeline | undefined;
  /** Parses a nested processor. */
  step(type: string, config: Value): Step;
  /** Runs a step that `step` has parsed. */
  runStep(step: Step, document: IngestDocument): boolean;
  /** Runs a document through another pipeline. */
  runPipeline(pipeline: Pipeline, document: IngestDocument): boolean;
}

export interface Work {
  /** Returns false if the document is dropped. Throws if it fails. */
  // biome-ignore lint/suspicious/noConfusingVoidType: nearly all processors have nothing to say.
  run(document: IngestDocument): boolean | void;
  /** For the processor `pipeline`: the id of the pipeline that it calls for a document. */
  readonly calls?: Template;
  /** True if a pipeline that is called and does not exist is left out. */
  readonly ignoresMissing?: boolean;
  /** The id, if it is the same for all documents. */
  readonly alwaysCalls?: string;
}

export interface ProcessorType {
  /** The name in pipelines. */
  readonly name: string;
  create(config: ConfigReader, context: ProcessorContext): Work;
}
