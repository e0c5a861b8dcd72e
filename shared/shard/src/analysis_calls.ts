/**
 * `_analyze` in a thread of its own: text may be long, and each request that describes an analyzer
 * builds it anew.
 */
import { analyzeRequest, buildAnalysis, type FieldAnalysis } from '@skein/analysis';
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { IndexContext, ShardContext } from '@skein/search';
import { NO_SETTINGS } from '@skein/settings';
import type { IndexContextCache } from './index_context_cache.js';

export interface AnalysisCalls {
  readonly analyze_text: { request: AnalyzeTextRequest; reply: JsonObject };
  /** Builds the analysis of the settings to find out if they are valid. */
  readonly check_analysis: { request: CheckAnalysisRequest; reply: JsonObject };
}

interface AnalyzeTextRequest {
  /** The request's body in the form of the API. */
  readonly body: JsonObject;
  /** The index whose analyzers and fields may be named; `undefined`: none. */
  readonly index: ShardContext | undefined;
}

interface CheckAnalysisRequest {
  /** Settings of an index. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Throws what is wrong with the analysis: missing files, scripts that do not compile. */
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
  // Replies of `_analyze` are JSON, with the members of their interfaces.
  if (index === undefined) {
    return analyzeRequest(body, buildAnalysis(NO_SETTINGS, indices.outside), {
      global: true,
    }) as JsonObject;
  }
  const context = indices.get(index);
  const field = body.field === undefined ? undefined : analysisOf(context, String(body.field));
  // As above.
  return analyzeRequest(body, context.analysis, { global: false, field }) as JsonObject;
}

/**
 * The analysis of a field. An unmapped field has no analyzer of its own; a field without text is
 * refused.
 */
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
