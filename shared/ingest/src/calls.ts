/** What a thread that runs pipelines is asked, as plain data, and what others know of pipelines without running any. */
import type { JsonObject } from '@skein/content';
import type { PlainError } from '@skein/errors';

/** By id: the source, JSON. */
export type PipelineSources = ReadonlyMap<string, JsonObject>;

/** Metadata of a document beside its index and id; absent: not given. */
export interface IngestConditions {
  readonly routing?: string | undefined;
  readonly version?: number | undefined;
  readonly versionType?: string | undefined;
  readonly ifSeqNo?: number | undefined;
  readonly ifPrimaryTerm?: number | undefined;
}

/** Some documents of one request, in columns. */
export interface IngestRequest {
  /** Pipelines in order: each document has one of these lists. */
  readonly lists: readonly PipelineList[];
  readonly listOf: Uint32Array;
  /** Index names. */
  readonly names: readonly string[];
  readonly nameOf: Uint32Array;
  /** Empty: the id is made later. */
  readonly ids: readonly string[];
  readonly bodies: Uint8Array<ArrayBuffer>;
  /** Of each document: where its body starts, and how long it is. */
  readonly ranges: Uint32Array;
  /** By position: what few documents have. */
  readonly conditions: ReadonlyMap<number, IngestConditions>;
  /** By position: those that are updates, whose document is what they make where none is. */
  readonly updates: ReadonlyMap<number, { readonly docAsUpsert: boolean }>;
}

export interface PipelineList {
  readonly ids: readonly string[];
  /** The last may not send documents elsewhere. */
  readonly endsFinal: boolean;
}

/** Where a document goes that a pipeline sent elsewhere, or whose metadata it changed. */
export interface ChangedDocument extends IngestConditions {
  readonly index: string;
  /** Empty: the id is to be made. */
  readonly id: string;
  /** Which pipelines of the new index are still to be run: all, or the final one. */
  readonly next: 'none' | 'final' | 'all';
}

export interface IngestReply {
  readonly bodies: Uint8Array<ArrayBuffer>;
  /** Of each document, as in the request; of a failed or dropped one nothing. */
  readonly ranges: Uint32Array;
  readonly changed: ReadonlyMap<number, ChangedDocument>;
  readonly failed: ReadonlyMap<number, PlainError>;
  readonly dropped: ReadonlySet<number>;
  readonly counts: IngestCounts;
}

/** What was counted since the thread was last asked: three numbers each, documents, failures and milliseconds. */
export interface IngestCounts {
  readonly total: readonly number[];
  /** By id: the pipeline's own, then those of its shown processors. */
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
  /** Throws what is wrong with it. */
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
