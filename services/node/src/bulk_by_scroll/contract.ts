/** The requests and results of delete by query, update by query and reindex. */
import type { JsonObject } from '@skein/content';
import type { ScriptReference } from '@skein/script';
import type { SearchRequest } from '@skein/search';
import type { VersionType } from '@skein/shard';
import type { SearchTerms } from '../search_coordinator/mod.js';
import type { Identity } from '../security/mod.js';
import type { TaskId } from '../tasks/mod.js';
import type { RemoteSource } from './remote_source.js';

export interface ByScrollRequest {
  readonly kind: ByScrollKind;
  /** The search that finds the documents; its size is the page size. */
  readonly search: SearchTerms & { readonly request: SearchRequest };
  /**
   * The remote cluster to read from, if any: `search` then names that cluster's indices, pages and
   * slices.
   */
  readonly remote: RemoteSource | undefined;
  /** Keep-alive of the scroll between two pages. */
  readonly keepAlive: string;
  readonly script: ScriptReference | undefined;
  /** The target of `reindex`. */
  readonly destination: Destination | undefined;
  /** The ingest pipeline for written documents. */
  readonly pipeline: string | undefined;
  /** Undefined if all found documents are processed. */
  readonly maxDocs: number | undefined;
  /** The reaction to a document that changed meanwhile: skip it, or abort. */
  readonly conflicts: 'abort' | 'proceed';
  readonly slices: number | 'auto';
  /** Documents per second; `Infinity` if unlimited. */
  readonly requestsPerSecond: number;
  /** True if the written documents are refreshed at the end. */
  readonly refresh: boolean;
  /** Timeout of each bulk. */
  readonly timeoutMs: number;
  readonly waitForActiveShards: string;
}

export type ByScrollKind = 'delete_by_query' | 'update_by_query' | 'reindex';

export interface Destination {
  readonly index: string;
  readonly opType: 'index' | 'create';
  readonly versionType: VersionType;
  /** The routing of copies: that of their originals, none, or a fixed value. */
  readonly routing: 'keep' | 'discard' | { readonly value: string };
  readonly requireAlias: boolean;
}

export interface ByScrollOptions {
  readonly identity: Identity;
  readonly nowMs: number;
  readonly opaqueId: string | undefined;
}

export interface ByScrollAnswer {
  readonly status: number;
  readonly body: JsonObject;
}

export interface BulkByScroll {
  /** Waits for the end; the work continues even if the caller stops waiting. */
  run(request: ByScrollRequest, options: ByScrollOptions): Promise<ByScrollAnswer>;
  /** Returns the task id at once. */
  start(request: ByScrollRequest, options: ByScrollOptions): Promise<string>;
  /** Changes the rate of a task on any node; false if there is no such task. */
  rethrottle(id: TaskId, requestsPerSecond: number): Promise<boolean>;
}
