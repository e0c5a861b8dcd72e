/**
 * `scripted`: `script` scores a term in a document, `weight_script` computes the part that all
 * documents share. Each script gets the statistics as `query`, `field`, `term` and `doc`.
 */
import { float32Text } from '@skein/content';
import { HostRecord } from '@skein/java';
import { compilePainless, scriptContext } from '@skein/script';
import {
  decodeFieldLength,
  type Similarity,
  type SimilarityScorer,
  type TermStatistics,
} from '@skein/search_library';
import { illegal, type SimilaritySettings } from './similarity_settings.js';
import type { SimilarityType } from './similarity_type.js';

type Run = (...values: unknown[]) => unknown;

export const scripted: SimilarityType = {
  name: 'scripted',
  settings: undefined,
  create(settings): Similarity {
    const script = compile(settings, 'script', 'similarity');
    const weightScript = settings.text('weight_script.source')
      ? compile(settings, 'weight_script', 'similarity_weight')
      : undefined;
    const countsOverlaps = !settings.flag('discount_overlaps', true);
    return {
      countsOverlaps,
      scorer(boost, field, terms) {
        const query = record('Query', { boost: Math.fround(boost) });
        const fieldRecord = record('Field', { ...field });
        return sumOf(
          terms.map((term) =>
            termScorer({ script, weightScript }, { query, field: fieldRecord }, term),
          ),
        );
      },
    };
  },
};

function compile(settings: SimilaritySettings, key: string, contextName: string): Run {
  const source = settings.text(`${key}.source`);
  if (source === undefined) {
    throw illegal(
      settings.text(`${key}.id`) === undefined
        ? 'must specify either [source] for an inline script or [id] for a stored script'
        : `[${key}.id] is not supported: a similarity's script must be inline`,
    );
  }
  const lang = settings.text(`${key}.lang`) ?? 'painless';
  if (lang !== 'painless') throw illegal(`script_lang not supported [${lang}]`);
  const context = scriptContext(contextName);
  if (context === undefined) throw illegal(`script context [${contextName}] is not known`);
  return compilePainless(source, context).run;
}

interface Scripts {
  readonly script: Run;
  readonly weightScript: Run | undefined;
}

interface QueryRecords {
  readonly query: HostRecord;
  readonly field: HostRecord;
}

function termScorer(
  { script, weightScript }: Scripts,
  { query, field }: QueryRecords,
  term: TermStatistics,
): SimilarityScorer {
  const termRecord = record('Term', { ...term });
  const weight = weightScript ? Number(weightScript(query, field, termRecord)) : 1;
  return {
    score(freq, norm) {
      // The script's growth is unknown, so no block can be skipped.
      if (freq === Number.POSITIVE_INFINITY) return freq;
      const doc = record('Doc', { freq, length: decodeFieldLength(norm) });
      return nonNegative(Number(script(weight, query, field, termRecord, doc)));
    },
    monotonic: false,
  };
}

function sumOf(scorers: readonly SimilarityScorer[]): SimilarityScorer {
  return {
    score: (freq, norm) => {
      let sum = 0;
      for (const scorer of scorers) sum += scorer.score(freq, norm);
      return Math.fround(sum);
    },
    monotonic: false,
  };
}

function record(name: string, numbers: Record<string, number>): HostRecord {
  const className = `org.opensearch.index.similarity.ScriptedSimilarity$${name}`;
  return new HostRecord(className, new Map(Object.entries(numbers)));
}

/** A negative score would break pruning, so it throws during the search, as in OpenSearch. */
function nonNegative(score: number): number {
  if (score >= 0) return Math.fround(score);
  throw illegal(
    `Similarities should not return negative scores: the script returned [${float32Text(score)}]`,
  );
}
