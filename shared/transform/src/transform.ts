/**
 * A parsed transform: the source of its documents, their combination, and their destination. Plain
 * data.
 */
import type { JsonObject } from '@skein/content';

export interface Transform {
  readonly source: TransformSource;
  readonly dest: { readonly index: string; readonly pipeline: string | undefined };
  readonly shape: Pivot | Latest;
  /** Absent if the transform ends after reading its source once. */
  readonly sync: TimeSync | undefined;
  readonly retention: Retention | undefined;
  /** The interval at which a continuous transform checks for changes. */
  readonly frequencyMs: number;
  readonly settings: TransformSettings;
}

export interface TransformSource {
  readonly indices: readonly string[];
  /** Absent to read all documents. */
  readonly query: JsonObject | undefined;
  readonly runtimeMappings: JsonObject | undefined;
}

/** One document per group. */
export interface Pivot {
  readonly kind: 'pivot';
  /** Groups in the order of their names, on which document ids depend. */
  readonly groups: readonly Group[];
  readonly aggregations: JsonObject;
  /**
   * The older place of `max_page_search_size`, which applies if the transform's settings have none.
   */
  readonly maxPageSearchSize?: number;
}

export type GroupType = 'terms' | 'histogram' | 'date_histogram' | 'geotile_grid';

export interface Group {
  /** The field of the new document. */
  readonly name: string;
  readonly type: GroupType;
  /** Absent if a script computes the value. */
  readonly field: string | undefined;
  /** The options of the `composite` source, unchanged. */
  readonly options: JsonObject;
}

/** The document with the greatest value for each group. */
export interface Latest {
  readonly kind: 'latest';
  readonly uniqueKey: readonly string[];
  readonly sort: string;
}

export interface TimeSync {
  readonly field: string;
  /** Documents arrive at most this long after the time in their field. */
  readonly delayMs: number;
}

/** Documents of the new index that are older are deleted. */
export interface Retention {
  readonly field: string;
  readonly maxAgeMs: number;
}

export interface TransformSettings {
  readonly maxPageSearchSize: number;
  /** `undefined` for no limit. */
  readonly docsPerSecond: number | undefined;
  readonly datesAsEpochMillis: boolean;
  readonly deduceMappings: boolean;
  /** The number of attempts before the transform fails; -1 for no limit. */
  readonly retries: number;
}

/** The position of the next page: the `after_key` of a `composite` aggregation. */
export type AfterKey = JsonObject;
