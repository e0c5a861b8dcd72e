/**
 * Search pipelines: transformations of a request before its shards are queried, and of the response
 * after. Skein has no processors, like an OpenSearch without the module `search-pipeline-common`:
 * pipelines are stored and validated, and a pipeline that names a processor is refused.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';

/** The name of an inline pipeline in messages. */
export const AD_HOC_PIPELINE = '_ad_hoc_pipeline';
/** The name that selects no pipeline. */
export const NO_PIPELINE = '_none';

const LISTS = ['request_processors', 'response_processors', 'phase_results_processors'] as const;
const KNOWN: ReadonlySet<string> = new Set(['description', 'version', ...LISTS]);

/**
 * Validates a pipeline source: throws `parse_exception` for its syntax,
 * `illegal_argument_exception` for a processor.
 */
export function checkSearchPipeline(id: string, source: JsonObject): void {
  const { description = null, version = null } = source;
  if (description !== null && typeof description !== 'string') {
    throw wrongType('description', 'a string', description);
  }
  if (version !== null && !/^[+-]?\d{1,10}$/.test(String(version))) {
    throw fault('version', `property cannot be converted to an int [${String(version)}]`);
  }
  for (const list of LISTS) checkProcessors(list, source[list] ?? null);
  const unknown = Object.keys(source).filter((key) => !KNOWN.has(key));
  if (unknown.length === 0) return;
  throw new ApiError(
    'parse_exception',
    `pipeline [${id}] doesn't support one or more provided configuration parameters [${unknown.join(', ')}]`,
  );
}

function checkProcessors(list: string, processors: JsonValue): void {
  if (processors === null) return;
  if (!isJsonArray(processors)) throw wrongType(list, 'a list', processors);
  for (const processor of processors) {
    if (!isJsonObject(processor)) throw wrongType(list, 'a list of maps', processor);
    const [type] = Object.keys(processor);
    if (type === undefined) continue;
    throw new ApiError('illegal_argument_exception', `Invalid processor type ${type}`);
  }
}

function wrongType(property: string, wanted: string, given: JsonValue): ApiError {
  return fault(property, `property isn't ${wanted}, but of type [${classOf(given)}]`);
}

function fault(property: string, reason: string): ApiError {
  const metadata = { property_name: property };
  return new ApiError('parse_exception', `[${property}] ${reason}`, { metadata });
}

/** The Java class to which OpenSearch's parser maps a value. */
function classOf(value: JsonValue): string {
  if (isJsonArray(value)) return 'java.util.ArrayList';
  if (typeof value === 'string') return 'java.lang.String';
  if (typeof value === 'boolean') return 'java.lang.Boolean';
  if (typeof value === 'bigint') return 'java.math.BigInteger';
  if (typeof value !== 'number') return 'java.util.HashMap';
  if (!Number.isInteger(value)) return 'java.lang.Double';
  return value === (value | 0) ? 'java.lang.Integer' : 'java.lang.Long';
}
