/** Ingest pipelines: which pipelines a document runs through, on which node and in which thread. */
export type {
  IngestedBatch,
  IngestReport,
  PipelineReport,
  PipelineRunner,
} from './contract.js';
export type { AwaitedExtraction, ExtractorCalls } from './extractor_calls.js';
export type { ExtractorSpawner } from './extractor_threads.js';
export { INGEST_NODE_ROUTES, type IngestNodeCalls } from './ingest_node_calls.js';
export type { IngestSpawner, IngestThreadCalls, IngestThreadData } from './ingest_threads.js';
export { createPipelineRunner, type PipelineRunnerOptions } from './pipeline_runner.js';
