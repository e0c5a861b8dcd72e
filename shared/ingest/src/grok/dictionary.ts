/**
 * The named patterns of grok expressions: the legacy ones, and those with fields of the Elastic
 * Common Schema.
 */
import { ECS_V1 } from './ecs_v1_patterns.js';
import { LEGACY } from './legacy_patterns.js';

const LINES = { disabled: LEGACY, v1: ECS_V1 } as const;

export type EcsCompatibility = keyof typeof LINES;

/** Dictionaries that were used before. */
const read = new Map<EcsCompatibility, ReadonlyMap<string, string>>();

export function isEcsCompatibility(name: string): name is EcsCompatibility {
  return Object.hasOwn(LINES, name);
}

export function dictionary(compatibility: EcsCompatibility): ReadonlyMap<string, string> {
  const known = read.get(compatibility);
  if (known !== undefined) return known;
  const patterns = new Map(
    LINES[compatibility].map((line): [string, string] => {
      const space = line.indexOf(' ');
      return [line.slice(0, space), line.slice(space + 1)];
    }),
  );
  read.set(compatibility, patterns);
  return patterns;
}
