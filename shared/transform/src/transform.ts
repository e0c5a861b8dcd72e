/** A transform as it was read: where its documents come from, how they are put together, and where they go. Plain data. */
import type { JsonObject, JsonValue } from '@skein/content';

export interface Transform {
  readonly source: TransformSource;
  readonly dest: { readonly index: string; readonly pipeline: string | undefined };
  readonly shape: Pivot | Latest;
  /** Absent: the transform ends when it has read its source once. */
  readonly sync: TimeSync | undefined;
  readonly retention: Retention | undefined;
  /** How long a continuous transform waits before it looks for changes again. */
  readonly frequencyMs: number;
  readonly settings: TransformSettings;
}

export interface TransformSource {
  readonly indices: readonly string[];
  /** Absent: all documents. */
  readonly query: JsonObject | undefined;
  readonly runtimeMappings: JsonObject | undefined;
}

/** A document a group. */
export interface Pivot {
  readonly kind: 'pivot';
  /** In the order of their names, which ids of documents depend on. */
  readonly groups: readonly Group[];
  readonly aggregations: JsonObject;
}

export type GroupType = 'terms' | 'histogram' | 'date_histogram' | 'geotile_grid';

export interface Group {
  /** The field of the new document. */
  readonly name: string;
  readonly type: GroupType;
  /** Absent: a script gives the value. */
  readonly field: string | undefined;
  /** Of the source of a `composite` aggregation, as it was given. */
  readonly options: JsonObject;
}

/** Of each group the document with the greatest value. */
export interface Latest {
  readonly kind: 'latest';
  readonly uniqueKey: readonly string[];
  readonly sort: string;
}

export interface TimeSync {
  readonly field: string;
  /** How late documents may come. */
  readonly delayMs: number;
}

/** Documents of the new index that are older are deleted. */
export interface Retention {
  readonly field: string;
  readonly maxAgeMs: number;
}

export interface TransformSettings {
  readonly maxPageSearchSize: number;
  /** `undefined`: as fast as can be. */
  readonly docsPerSecond: number | undefined;
  readonly datesAsEpochMillis: boolean;
  readonly deduceMappings: boolean;
  /** Attempts after which the transform fails; -1: it goes on for ever. */
  readonly retries: number;
}

/** The page behind which the next one begins: what a `composite` aggregation answers as `after_key`. */
export type AfterKey = Readonly<Record<string, JsonValue>>;
