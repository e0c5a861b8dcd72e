/**
 * Answers of OpenSearch 2.19.1 to requests on which this package once differed, each as small as it
 * shows the difference, and to random ones; `npm run differential -- --area analyze` asks a live
 * server new ones. The first line of the file is the analysis of the index that some requests name.
 * The second file has sentences of the Universal Declaration of Human Rights for the analyzers of
 * languages, and words of the Unicode CLDR for stemmers and normalizations.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '@skein/errors';
import { buildAnalysis } from '../build/build_analysis.js';
import { analyzeRequest } from './analyze_request.js';

interface Recorded {
  readonly index: boolean;
  readonly body: Record<string, unknown>;
  readonly answer: Record<string, unknown>;
}

const file = join(__dirname, '../../testdata/opensearch_answers.ndjson');
const languages = join(__dirname, '../../testdata/opensearch_language_answers.ndjson');
const linesOf = (path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const [analysis = {}, ...recorded] = [...linesOf(file), ...linesOf(languages)];

function flat(value: unknown, key: string): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[key, String(value)]];
  return Object.entries(value).flatMap(([name, inner]) => flat(inner, `${key}.${name}`));
}

const node = buildAnalysis(new Map());
const index = buildAnalysis(new Map(flat(analysis, 'index.analysis')));

function answer({ index: ofIndex, body }: Recorded): unknown {
  try {
    return analyzeRequest(body, ofIndex ? index : node, { global: !ofIndex });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, type: error.type, reason: error.message };
  }
}

const cases = recorded as unknown as readonly Recorded[];

it.each(cases.map((one) => [JSON.stringify(one.body).slice(0, 120), one] as const))(
  '%s',
  (_title, one) => {
    expect(JSON.parse(JSON.stringify(answer(one)))).toEqual(one.answer);
  },
);

it('the file has several hundred requests', () => expect(cases.length).toBeGreaterThan(300));
