/**
 * `indices.analysis` of `_cluster/stats`: the custom parts that indices define, by type, and the
 * built-in parts they use.
 */
import type { IndexMetadata } from '@skein/cluster';
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import type { Settings } from '@skein/settings';

const KINDS = ['char_filter', 'tokenizer', 'filter', 'analyzer'] as const;
type Kind = (typeof KINDS)[number];

/** Counts of uses, and of indices with a use. */
class Usage {
  readonly #found = new Map<string, { count: number; readonly indices: Set<string> }>();

  add(name: string, index: string): void {
    const entry = this.#found.get(name) ?? { count: 0, indices: new Set<string>() };
    entry.count++;
    entry.indices.add(index);
    this.#found.set(name, entry);
  }

  toJson(): JsonValue {
    return [...this.#found]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { count, indices }]) => ({ name, count, index_count: indices.size }));
  }
}

type Usages = Readonly<Record<Kind, Usage>>;

export function analysisStats(indices: readonly IndexMetadata[]): JsonObject {
  const types = newUsages();
  const builtIn = newUsages();
  for (const index of indices) countIndex(index, types, builtIn);
  return Object.fromEntries([
    ...KINDS.map((kind) => [`${kind}_types`, types[kind].toJson()]),
    ...KINDS.map((kind) => [`built_in_${kind}s`, builtIn[kind].toJson()]),
  ]);
}

function newUsages(): Usages {
  return {
    char_filter: new Usage(),
    tokenizer: new Usage(),
    filter: new Usage(),
    analyzer: new Usage(),
  };
}

function countIndex(
  { name: index, settings, mapping }: IndexMetadata,
  types: Usages,
  builtIn: Usages,
) {
  const own: Readonly<Record<Kind, ReadonlyMap<string, Definition>>> = {
    char_filter: definitions(settings, 'char_filter'),
    tokenizer: definitions(settings, 'tokenizer'),
    filter: definitions(settings, 'filter'),
    analyzer: definitions(settings, 'analyzer'),
  };
  for (const kind of KINDS) {
    for (const { type } of own[kind].values()) {
      if (type !== undefined) types[kind].add(type, index);
    }
  }
  const used: Readonly<Record<Kind, readonly string[]>> = {
    ...partsOfAnalyzers([...own.analyzer.values()]),
    analyzer: namedAnalyzers(mapping),
  };
  for (const kind of KINDS) {
    for (const name of used[kind]) if (!own[kind].has(name)) builtIn[kind].add(name, index);
  }
}

interface Definition {
  readonly type: string | undefined;
  readonly tokenizer: string | undefined;
  readonly lists: Readonly<Record<'char_filter' | 'filter', readonly string[]>>;
}

/**
 * The definitions below `index.analysis.<kind>`, by name. An analyzer without a type is a custom
 * one.
 */
function definitions(settings: Settings, kind: Kind): ReadonlyMap<string, Definition> {
  const prefix = `index.analysis.${kind}.`;
  const parts = new Map<string, Map<string, string>>();
  for (const [key, value] of settings) {
    if (!key.startsWith(prefix)) continue;
    const [name = '', ...rest] = key.slice(prefix.length).split('.');
    const members = parts.get(name) ?? new Map<string, string>();
    members.set(rest.join('.'), value);
    parts.set(name, members);
  }
  const read = (members: ReadonlyMap<string, string>): Definition => ({
    type: members.get('type') ?? (kind === 'analyzer' ? 'custom' : undefined),
    tokenizer: members.get('tokenizer'),
    lists: { char_filter: list(members, 'char_filter'), filter: list(members, 'filter') },
  });
  return new Map([...parts].map(([name, members]) => [name, read(members)]));
}

/** A list given as `filter.0`, `filter.1`, or in a single value. */
function list(members: ReadonlyMap<string, string>, name: string): string[] {
  const whole = members.get(name)?.split(',') ?? [];
  const entries = [...members].filter(([key]) => key.startsWith(`${name}.`));
  return [...whole, ...entries.map(([, value]) => value)].map((word) => word.trim());
}

function partsOfAnalyzers(analyzers: readonly Definition[]) {
  const custom = analyzers.filter(({ type }) => type === 'custom');
  return {
    char_filter: custom.flatMap(({ lists }) => lists.char_filter),
    tokenizer: custom.flatMap(({ tokenizer }) => tokenizer ?? []),
    filter: custom.flatMap(({ lists }) => lists.filter),
  };
}

const ANALYZER_PARAMETERS = ['analyzer', 'search_analyzer', 'search_quote_analyzer'] as const;

/** Names of analyzers in fields, at any depth. */
function namedAnalyzers(mapping: JsonObject): string[] {
  return [mapping.properties, mapping.fields].flatMap((children) =>
    isJsonObject(children)
      ? Object.values(children).flatMap((child) => ofField(child ?? null))
      : [],
  );
}

function ofField(field: JsonValue): string[] {
  if (!isJsonObject(field)) return [];
  const named = ANALYZER_PARAMETERS.flatMap((parameter) => field[parameter] ?? []);
  return [...named.filter((name) => typeof name === 'string'), ...namedAnalyzers(field)];
}
