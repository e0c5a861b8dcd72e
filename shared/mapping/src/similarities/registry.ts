/** The similarities of an index: the built-in ones and those its settings define. */
import { expectDefined } from '@skein/base';
import type { Similarity } from '@skein/search_library';
import * as all from './all.js';
import { checkSimilarity } from './check_similarity.js';
import { illegal, SimilaritySettings } from './similarity_settings.js';
import type { SimilarityType } from './similarity_type.js';

interface IndexSimilarities {
  /** For fields that name none: `index.similarity.default`, else BM25. */
  readonly standard: Similarity;
  /** Undefined if there is none with that name. */
  named(name: string): Similarity | undefined;
}

const TYPES: ReadonlyMap<string, SimilarityType> = new Map(
  Object.values(all).map((type) => [type.name, type]),
);
/** Names that a field can use without settings. */
const BUILT_IN = [all.BM25, all.boolean] as const;
const CLASSIC = 'classic';
const PREFIX = 'index.similarity.';

const known = new WeakMap<ReadonlyMap<string, string>, IndexSimilarities>();

/** Throws illegal_argument_exception for invalid settings. Cached by the settings map. */
export function indexSimilarities(settings: ReadonlyMap<string, string>): IndexSimilarities {
  const before = known.get(settings);
  if (before !== undefined) return before;
  const similarities = build(settings);
  known.set(settings, similarities);
  return similarities;
}

function build(settings: ReadonlyMap<string, string>): IndexSimilarities {
  const byName = new Map<string, Similarity>();
  for (const [name, group] of groupsOf(settings)) {
    byName.set(name, create(name, new SimilaritySettings(group)));
  }
  const empty = new SimilaritySettings(new Map());
  for (const type of BUILT_IN) byName.set(type.name, type.create(empty));
  const standard = expectDefined(
    byName.get('default') ?? byName.get(all.BM25.name),
    'BM25 is built in',
  );
  return {
    standard,
    named: (name) => {
      if (name === CLASSIC) throw noClassic();
      return byName.get(name);
    },
  };
}

function groupsOf(settings: ReadonlyMap<string, string>): Map<string, Map<string, string>> {
  const groups = new Map<string, Map<string, string>>();
  for (const [key, value] of settings) {
    if (!key.startsWith(PREFIX)) continue;
    const dot = key.indexOf('.', PREFIX.length);
    const name = key.slice(PREFIX.length, dot < 0 ? undefined : dot);
    const group = groups.get(name) ?? new Map<string, string>();
    groups.set(name, group);
    if (dot >= 0) group.set(key.slice(dot + 1), value);
  }
  return groups;
}

function create(name: string, settings: SimilaritySettings): Similarity {
  if (TYPES.has(name) || name === CLASSIC) {
    throw illegal(
      `illegal value for [index.similarity.${name}] cannot redefine built-in similarity`,
    );
  }
  const called = settings.text('type');
  if (called === undefined) throw illegal(`Similarity [${name}] must have an associated type`);
  if (called === CLASSIC) throw noClassic();
  const type = TYPES.get(called);
  if (type === undefined) throw illegal(`Unknown Similarity type [${called}] for [${name}]`);
  const { settings: allowed } = type;
  const unknown = [...settings.keys()].filter((key) => key !== 'type' && !allowed?.includes(key));
  if (allowed !== undefined && unknown.length > 0) {
    throw illegal(`Unknown settings for similarity of type [${called}]: [${unknown.join(', ')}]`);
  }
  const similarity = type.create(settings);
  checkSimilarity(similarity);
  return similarity;
}

function noClassic() {
  return illegal(
    'The [classic] similarity may not be used anymore. Please use the [BM25] similarity or build a custom [scripted] similarity instead.',
  );
}
