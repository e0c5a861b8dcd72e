/** `_analyze` in a thread of its own: text may be long, and analyzers are made anew for each request that describes one. */
import { analyzeRequest, buildAnalysis, type FieldAnalysis } from '@skein/analysis';
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { IndexContext, ShardContext } from '@skein/search';
import { NO_SETTINGS } from '@skein/settings';
import type { IndexContextCache } from './index_context_cache.js';

export interface AnalysisCalls {
  readonly analyze_text: { request: AnalyzeTextRequest; reply: JsonObject };
  /** Makes the analysis of the settings, to see whether it can be made. */
  readonly check_analysis: { request: CheckAnalysisRequest; reply: JsonObject };
}

export interface AnalyzeTextRequest {
  /** As the API takes it. */
  readonly body: JsonObject;
  /** The index whose analyzers and fields may be named; `undefined`: none. */
  readonly index: ShardContext | undefined;
}

export interface CheckAnalysisRequest {
  /** Of an index. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Throws what is wrong with it: files that are not there, scripts that do not compile. */
export function checkAnalysis(
  { settings }: CheckAnalysisRequest,
  indices: IndexContextCache,
): JsonObject {
  buildAnalysis(new Map(Object.entries(settings)), indices.outside);
  return {};
}

export function analyzeText(
  { body, index }: AnalyzeTextRequest,
  indices: IndexContextCache,
): JsonObject {
  if (index === undefined) {
    return analyzeRequest(body, buildAnalysis(NO_SETTINGS, indices.outside), {
      global: true,
    }) as JsonObject;
  }
  const context = indices.get(index);
  const field = body.field === undefined ? undefined : analysisOf(context, String(body.field));
  return analyzeRequest(body, context.analysis, { global: false, field }) as JsonObject;
}

/** How the field's text is analyzed. A field that is not mapped has no analyzer of its own; one without text is refused. */
function analysisOf({ mapping }: IndexContext, name: string): FieldAnalysis | undefined {
  const field = mapping.field(name);
  if (field === undefined) return undefined;
  if (field.isText && field.indexAnalyzer) return { analyzer: field.indexAnalyzer };
  if (field.oneToken) return { normalizer: field.normalizer?.name };
  throw new ApiError(
    'illegal_argument_exception',
    `Can't process field [${name}], Analysis requests are only supported on tokenized fields`,
  );
}
