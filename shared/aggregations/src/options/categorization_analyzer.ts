/**
 * `categorization_analyzer`: the analyzer by which `categorize_text` finds the words of a text, in
 * place of its default for log lines.
 */
import { describedAnalyzer } from '@skein/analysis';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { illegalArgument } from '@skein/errors';

/** The name of an analyzer, or the description of an analysis chain. Plain data. */
export type CategorizationAnalyzer = string | JsonObject;

const NAME = 'categorization_analyzer';
const LINKS: ReadonlySet<string> = new Set(['char_filter', 'tokenizer', 'filter']);

const isLink = (json: JsonValue | undefined): boolean =>
  typeof json === 'string' || isJsonObject(json);

export function readCategorizationAnalyzer(json: JsonValue): CategorizationAnalyzer {
  if (!isJsonObject(json)) return String(json);
  for (const [key, value = null] of Object.entries(json)) {
    if (!LINKS.has(key)) throw illegalArgument(`Parameter [${key}] in [${NAME}] is unknown`);
    const links = key !== 'tokenizer' && isJsonArray(value) ? value : [value];
    if (links.every(isLink)) continue;
    throw illegalArgument(`Parameter [${key}] in [${NAME}] is of the wrong type`);
  }
  if (json.tokenizer === undefined) {
    throw illegalArgument(
      `[${NAME}] that is not a global analyzer must specify a [tokenizer] field`,
    );
  }
  return json;
}

/**
 * Returns a function that gives the words of a text, in order. Throws if the analyzer, or a part of
 * its chain, is unknown or invalid.
 */
export function wordsBy(analyzer: CategorizationAnalyzer): (text: string) => readonly string[] {
  const made = describedAnalyzer(typeof analyzer === 'string' ? analyzer : chainOf(analyzer));
  return (text) => made.analyze(text).tokens.map(({ term }) => term);
}

function chainOf({ tokenizer, char_filter, filter }: JsonObject) {
  const listOf = (json: JsonValue | undefined): readonly JsonValue[] =>
    json === undefined ? [] : isJsonArray(json) ? json : [json];
  return { tokenizer, charFilters: listOf(char_filter), filters: listOf(filter) };
}
