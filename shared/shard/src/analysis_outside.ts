/**
 * The resources of analysis besides an index's settings, in a thread that runs shards: files of the
 * config folder, dictionaries, and scripts.
 */
import {
  type AnalysisOutside,
  type AnalysisScript,
  NOTHING_OUTSIDE,
  type Token,
  type TokenPredicate,
} from '@skein/analysis';
import { HostRecord } from '@skein/java';
import { type ScriptService, scriptContext } from '@skein/script';

/** Files below the node's config folder, and dictionary files. */
export type AnalysisFiles = Pick<AnalysisOutside, 'readFile' | 'filesIn' | 'ipadic'>;

export const NO_FILES: AnalysisFiles = NOTHING_OUTSIDE;

export function analysisOutside(files: AnalysisFiles, scripts: ScriptService): AnalysisOutside {
  return {
    readFile: (path) => files.readFile(path),
    filesIn: (folder) => files.filesIn(folder),
    ipadic: () => files.ipadic(),
    predicate: (script) => tokenPredicate(script, scripts),
    kept: new Map(),
  };
}

const TOKEN = 'org.opensearch.analysis.common.AnalysisPredicateScript$Token';

function tokenPredicate({ source, lang }: AnalysisScript, scripts: ScriptService): TokenPredicate {
  const context = scriptContext('analysis');
  const reference = { type: 'inline', idOrCode: source, lang, options: {}, params: {} } as const;
  const compiled = scripts.painless(reference, context);
  // One object for all tokens, as in OpenSearch: a script cannot keep it.
  const numbers = new Map<string, number>();
  const texts = new Map<string, string>();
  const seen = new HostRecord(TOKEN, numbers, texts);
  return (token: Token, position: number) => {
    texts.set('term', token.term);
    texts.set('type', token.type);
    numbers.set('position', position);
    numbers.set('positionIncrement', token.positionIncrement);
    numbers.set('positionLength', token.positionLength);
    numbers.set('startOffset', token.startOffset);
    numbers.set('endOffset', token.endOffset);
    numbers.set('isKeyword', token.keyword ? 1 : 0);
    return compiled.run(seen) === true;
  };
}
