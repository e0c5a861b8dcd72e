/**
 * Text of wildcards and prefixes as the field's terms are written: through the links of its analyzer that work on single characters
 * (lower case, folding), never through the ones that cut or drop words.
 */
import type { AnalysisRegistry, Analyzer, Token } from '@skein/analysis';

export function normalizedText(
  analysis: AnalysisRegistry,
  analyzer: Analyzer,
  text: string,
): string {
  const chain = analysis.customChain(analyzer.name);
  if (!chain) return lowersCase(analyzer) ? text.toLowerCase() : text;
  const batch = { tokens: [wholeToken(text)], trailingIncrement: 0, finalOffset: text.length };
  for (const filter of chain.filters) {
    if (filter.charLevel) filter.apply(batch);
  }
  return batch.tokens[0]?.term ?? text;
}

/** Built-in analyzers do not show their links; an example tells whether they lower the case. */
function lowersCase(analyzer: Analyzer): boolean {
  return analyzer.analyze('Skein').tokens[0]?.term.startsWith('s') ?? false;
}

export function wholeToken(term: string): Token {
  return {
    term,
    positionIncrement: 1,
    positionLength: 1,
    startOffset: 0,
    endOffset: term.length,
    type: 'word',
    keyword: false,
  };
}
