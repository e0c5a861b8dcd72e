/** A processor: one file a type in `processors/`, which reads its source once and gives what is done with each document. */
import type { ScriptService } from '@skein/script';
import type { ConfigReader } from './config_reader.js';
import type { IngestDocument } from './ingest_document.js';
import type { IngestPorts } from './ingest_ports.js';
import type { Pipeline, Step } from './pipeline.js';
import type { RegexRunner } from './text/regex_runner.js';

/** A template of the source over the document it is rendered for. */
export type Template = (document: IngestDocument) => string;

export interface ProcessorContext {
  readonly scripts: ScriptService;
  readonly ports: IngestPorts;
  readonly regexes: RegexRunner;
  /** Pipelines as they are when a document comes by. */
  pipeline(id: string): Pipeline | undefined;
  /** A processor in another. */
  step(type: string, config: unknown): Step;
  /** Runs a step that `step` read. */
  runStep(step: Step, document: IngestDocument): boolean;
  /** Runs a document through another pipeline. */
  runPipeline(pipeline: Pipeline, document: IngestDocument): boolean;
}

export interface Work {
  /** false: the document is dropped. Throws why it fails. */
  // biome-ignore lint/suspicious/noConfusingVoidType: nearly all processors have nothing to say.
  run(document: IngestDocument): boolean | void;
  /** Of the processor `pipeline`: the id of the one it calls for a document. */
  readonly calls?: Template;
  /** The same where it is one for all documents. */
  readonly alwaysCalls?: string;
}

export interface ProcessorType {
  /** As pipelines name it. */
  readonly name: string;
  create(config: ConfigReader, context: ProcessorContext): Work;
}
