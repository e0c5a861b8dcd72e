/**
 * A legacy index template (`_template/{name}`): the initial contents of indices whose name matches.
 */
import type { JsonObject } from '@skein/content';
import type { Settings } from '@skein/settings';
import type { AliasMetadata } from './index_metadata.js';

export interface IndexTemplate {
  readonly name: string;
  readonly patterns: readonly string[];
  /** Higher orders win. */
  readonly order: number;
  readonly version: number | undefined;
  readonly settings: Settings;
  readonly mapping: JsonObject;
  readonly aliases: ReadonlyMap<string, AliasMetadata>;
}
