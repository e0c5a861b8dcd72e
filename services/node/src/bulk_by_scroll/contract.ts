/** Delete by query, update by query and reindex: what is asked, and what comes of it. */
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
  /** What is read; its size is that of a page. */
  readonly search: SearchTerms & { readonly request: SearchRequest };
  /**
   * The cluster that is read, where it is another one: `search` names the indices there, their
   * pages and slices.
   */
  readonly remote: RemoteSource | undefined;
  /** How long a cluster keeps its place between two pages. */
  readonly keepAlive: string;
  readonly script: ScriptReference | undefined;
  /** Of `reindex`: where copies go. */
  readonly destination: Destination | undefined;
  /** The ingest pipeline for what is written. */
  readonly pipeline: string | undefined;
  /** `undefined`: all that are found. */
  readonly maxDocs: number | undefined;
  /** A document somebody else has changed meanwhile: left alone, or the end of it all. */
  readonly conflicts: 'abort' | 'proceed';
  readonly slices: number | 'auto';
  /** Documents a second; `Infinity`: as fast as can be. */
  readonly requestsPerSecond: number;
  /** Whether what was written is made searchable at the end. */
  readonly refresh: boolean;
  /** Of each bulk. */
  readonly timeoutMs: number;
  readonly waitForActiveShards: string;
}

export type ByScrollKind = 'delete_by_query' | 'update_by_query' | 'reindex';

export interface Destination {
  readonly index: string;
  readonly opType: 'index' | 'create';
  readonly versionType: VersionType;
  /** Copies have the routing of their originals, none, or this one. */
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
  /** Waits for the end, which does not depend on whether somebody still does. */
  run(request: ByScrollRequest, options: ByScrollOptions): Promise<ByScrollAnswer>;
  /** Gives the id of the task at once. */
  start(request: ByScrollRequest, options: ByScrollOptions): Promise<string>;
  /** Changes the pace of a task, on whichever node; false: it is none. */
  rethrottle(id: TaskId, requestsPerSecond: number): Promise<boolean>;
}
