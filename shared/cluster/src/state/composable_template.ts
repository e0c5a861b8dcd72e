/**
 * Composable templates (`_index_template`) and the components that they are composed of
 * (`_component_template`).
 */
import type { JsonObject } from '@skein/content';
import type { Settings } from '@skein/settings';
import type { DataStreamTemplate, StreamLifecycle } from './data_stream.js';
import type { AliasMetadata } from './index_metadata.js';

/** The initial contents of an index; members that the request omitted are absent. */
export interface TemplateBody {
  /** Flat settings with the `index.` prefix. */
  readonly settings: Settings | undefined;
  /** The mapping as the request gave it. */
  readonly mapping: JsonObject | undefined;
  readonly aliases: ReadonlyMap<string, AliasMetadata> | undefined;
  /** Lifecycle of the data streams that are made from the template. */
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
  /**
   * Priority of the template. Of all templates that match an index, only the one with the highest
   * priority is used; absent means 0.
   */
  readonly priority: number | undefined;
  readonly version: number | undefined;
  readonly meta: JsonObject | undefined;
  /** Components that may be missing. */
  readonly optionalComponents?: readonly string[] | undefined;
  /**
   * Overrides `action.auto_create_index` for matching indices: true if writes may create them.
   */
  readonly allowsAutoCreate?: boolean | undefined;
  /** Present if matching names are data streams, not indices. */
  readonly dataStream: DataStreamTemplate | undefined;
}

export function priorityOf({ priority }: Pick<ComposableTemplate, 'priority'>): number {
  return priority ?? 0;
}
