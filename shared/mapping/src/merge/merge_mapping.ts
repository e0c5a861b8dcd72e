import type { JsonObject } from '@skein/content';
import type { MappingContext } from '../index_mapping.js';

export declare function mergeMapping(
  current: JsonObject,
  update: JsonObject,
  context: MappingContext,
): JsonObject;
