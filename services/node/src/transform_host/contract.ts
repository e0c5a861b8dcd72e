/** Transforms, as endpoints see them beside the cluster state. */
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
  /** Absent: documents make it. */
  readonly mapping: JsonObject | undefined;
}

export interface Transforms {
  /** Rejects with what is wrong with its search, or with where it writes. */
  check(transform: Transform, options: TransformOptions): Promise<void>;
  /**
   * What a transform would write, after the pipeline of its destination. Rejects with what is wrong
   * with its search, or with a document that the pipeline fails.
   */
  preview(transform: Transform, options: TransformOptions): Promise<TransformPreview>;
}
