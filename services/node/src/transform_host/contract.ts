/** The interface of transforms beside the cluster state. */
import type { JsonObject } from '@skein/content';
import type { Transform } from '@skein/transform';
import type { Identity } from '../security/mod.js';

export interface TransformOptions {
  readonly identity: Identity;
  readonly signal: AbortSignal;
  readonly nowMs: number;
}

export interface TransformPreview {
  /** The first documents, without their ids. */
  readonly documents: readonly JsonObject[];
  /** Absent if the mapping comes from the documents. */
  readonly mapping: JsonObject | undefined;
}

export interface Transforms {
  /** Rejects with the errors of its search or destination. */
  check(transform: Transform, options: TransformOptions): Promise<void>;
  /**
   * The documents that a transform would write, after the pipeline of its destination. Rejects with
   * the errors of its search, or of the pipeline for a document.
   */
  preview(transform: Transform, options: TransformOptions): Promise<TransformPreview>;
}
