/** Composable templates (`_index_template`) and the components they are put together from (`_component_template`). */
import type { JsonObject } from '@skein/content';
import type { Settings } from '@skein/settings';
import type { DataStreamTemplate, StreamLifecycle } from './data_stream.js';
import type { AliasMetadata } from './index_metadata.js';

/** What an index begins with; members that were not given are absent. */
export interface TemplateBody {
  /** Flat, with the `index.` prefix. */
  readonly settings: Settings | undefined;
  /** As it was given. */
  readonly mapping: JsonObject | undefined;
  readonly aliases: ReadonlyMap<string, AliasMetadata> | undefined;
  /** Of data streams that are made from it. */
  readonly lifecycle?: StreamLifecycle | undefined;
}

export interface ComponentTemplate {
  readonly name: string;
  readonly template: TemplateBody;
  readonly version: number | undefined;
  readonly meta: JsonObject | undefined;
}

export interface ComposableTemplate {
  readonly name: string;
  readonly patterns: readonly string[];
  readonly template: TemplateBody | undefined;
  /** Names of components, weakest first. */
  readonly composedOf: readonly string[] | undefined;
  /** Of the templates that match an index the one of the highest priority is used, alone; absent: 0. */
  readonly priority: number | undefined;
  readonly version: number | undefined;
  readonly meta: JsonObject | undefined;
  /** Components that may be missing. */
  readonly optionalComponents?: readonly string[] | undefined;
  /** Whether writes may make indices that match, whatever `action.auto_create_index` says. */
  readonly allowsAutoCreate?: boolean | undefined;
  /** Names that match are data streams, not indices. */
  readonly dataStream: DataStreamTemplate | undefined;
}

export function priorityOf({ priority }: Pick<ComposableTemplate, 'priority'>): number {
  return priority ?? 0;
}
