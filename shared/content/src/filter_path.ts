/** Response filtering: `filter_path=hits.hits._id,-took`. Inclusions first, then exclusions (`-` in front). Pure. */
import { parseJson } from './parse_json.js';
import { type PathPattern, parsePathPattern, stepPatterns } from './path_pattern.js';
import { isJsonObject, type JsonArray, type JsonValue, RawJson } from './value.js';

/** The filtered value; `{}` when nothing is left of an object. */
export function filterPath(value: JsonValue, patterns: readonly string[]): JsonValue {
  const includes = patterns.filter((pattern) => !pattern.startsWith('-')).map(parsePathPattern);
  const excludes = patterns
    .filter((pattern) => pattern.startsWith('-'))
    .map((pattern) => parsePathPattern(pattern.slice(1)));
  const included = includes.length > 0 ? include(value, includes) : value;
  if (included === undefined) return Array.isArray(value) ? [] : {};
  return excludes.length > 0 ? exclude(included, excludes) : included;
}

/** What of `value` the patterns ask for; `undefined` when nothing. */
function include(value: JsonValue, patterns: readonly PathPattern[]): JsonValue | undefined {
  const whole = decoded(value);
  if (Array.isArray(whole)) return includeItems(whole, patterns);
  if (!isJsonObject(whole)) return undefined;
  const kept: [string, JsonValue][] = [];
  for (const [name, member] of Object.entries(whole)) {
    if (member === undefined) continue;
    const { matched, remaining } = stepPatterns(patterns, name);
    const part = matched ? member : remaining.length > 0 ? include(member, remaining) : undefined;
    if (part !== undefined) kept.push([name, part]);
  }
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/** Arrays add no segment to a path. */
function includeItems(items: JsonArray, patterns: readonly PathPattern[]): JsonValue | undefined {
  const kept = items
    .map((item) => include(item, patterns))
    .filter((item): item is JsonValue => item !== undefined);
  return kept.length > 0 ? kept : undefined;
}

/** `value` without what the patterns name; objects and arrays that this empties go too. */
function exclude(value: JsonValue, patterns: readonly PathPattern[]): JsonValue {
  const whole = decoded(value);
  if (Array.isArray(whole)) {
    return whole
      .map((item) => exclude(item, patterns))
      .filter((item, i) => !emptied(item, whole[i]));
  }
  if (!isJsonObject(whole)) return whole;
  const kept: [string, JsonValue][] = [];
  for (const [name, member] of Object.entries(whole)) {
    if (member === undefined) continue;
    const { matched, remaining } = stepPatterns(patterns, name);
    if (matched) continue;
    const part = remaining.length > 0 ? exclude(member, remaining) : member;
    if (!emptied(part, member)) kept.push([name, part]);
  }
  return Object.fromEntries(kept);
}

function emptied(part: JsonValue, original: JsonValue | undefined): boolean {
  return part !== original && isEmpty(part) && !isEmpty(original ?? null);
}

function isEmpty(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function decoded(value: JsonValue): JsonValue {
  return value instanceof RawJson ? parseJson(value.bytes) : value;
}
