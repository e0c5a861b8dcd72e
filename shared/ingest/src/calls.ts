/**
 * The calls of a thread that runs pipelines, as plain data, and the parts of pipelines that other
 * threads know without running any.
 */
import type { JsonObject } from '@skein/content';
import type { PlainError } from '@skein/errors';
import type { VersionType } from './version_type.js';

/** The sources of pipelines by id, as JSON. */
export type PipelineSources = ReadonlyMap<string, JsonObject>;

/** Metadata of a document besides its index and id; absent if not given. */
export interface IngestConditions {
  readonly routing?: string | undefined;
  readonly version?: number | undefined;
  readonly versionType?: VersionType | undefined;
  readonly ifSeqNo?: number | undefined;
  readonly ifPrimaryTerm?: number | undefined;
}

/** Some documents of one request, in columns. */
export interface IngestRequest {
  /** Lists of pipelines in order: each document has one of these lists. */
  readonly lists: readonly PipelineList[];
  readonly listOf: Uint32Array;
  /** Index names. */
  readonly names: readonly string[];
  readonly nameOf: Uint32Array;
  /** For each document 1 if it must not exist yet. */
  readonly creates: Uint8Array;
  /** The ids; empty if the id is generated later. */
  readonly ids: readonly string[];
  readonly bodies: Uint8Array<ArrayBuffer>;
  /** For each document the start and the length of its body. */
  readonly ranges: Uint32Array;
  /** Conditions by position, which few documents have. */
  readonly conditions: ReadonlyMap<number, IngestConditions>;
  /**
   * The updates by position. If the document does not exist, the pipelines process the document
   * that the update creates.
   */
  readonly updates: ReadonlyMap<number, { readonly docAsUpsert: boolean }>;
}

export interface PipelineList {
  readonly ids: readonly string[];
  /** True if the last pipeline is final: it may not redirect documents. */
  readonly endsFinal: boolean;
}

/** The new destination of a document that a pipeline redirected, or whose metadata it changed. */
export interface ChangedDocument extends IngestConditions {
  readonly index: string;
  /** The id; empty if it is to be generated. */
  readonly id: string;
  /** The pipelines of the new index that still have to run: none, the final one, or all. */
  readonly next: 'none' | 'final' | 'all';
}

export interface IngestReply {
  readonly bodies: Uint8Array<ArrayBuffer>;
  /** Ranges of documents as in the request; empty for a failed or dropped document. */
  readonly ranges: Uint32Array;
  readonly changed: ReadonlyMap<number, ChangedDocument>;
  readonly failed: ReadonlyMap<number, PlainError>;
  readonly dropped: ReadonlySet<number>;
  readonly counts: IngestCounts;
}

/**
 * Counters since the thread was last asked: three numbers each, documents, failures and
 * milliseconds.
 */
export interface IngestCounts {
  readonly total: readonly number[];
  /** Counters by pipeline id: the pipeline's own, then those of its visible processors. */
  readonly pipelines: ReadonlyMap<string, readonly number[]>;
}

export type IngestCalls = {
  readonly ingest: { readonly request: IngestRequest; readonly reply: IngestReply };
  readonly simulate: {
    readonly request: {
      readonly body: Uint8Array;
      readonly id: string | undefined;
      readonly verbose: boolean;
    };
    readonly reply: { readonly bytes: Uint8Array<ArrayBuffer> };
  };
  /** Throws the errors of the pipeline. */
  readonly check_pipeline: {
    readonly request: { readonly id: string; readonly body: Uint8Array };
    readonly reply: { readonly source: JsonObject };
  };
  readonly change_pipelines: {
    readonly request: PipelineSources;
    readonly reply: Readonly<Record<string, never>>;
  };
};

export { grokPatterns } from './grok_patterns.js';
export { type ProcessorLabel, processorLabels } from './processor_labels.js';
export { PROCESSOR_NAMES } from './processor_names.js';
export { versionTypeOf } from './version_type.js';
