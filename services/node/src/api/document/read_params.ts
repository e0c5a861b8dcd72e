/** Common parameters and response parts of the endpoints that read documents. */
import { utf8, utf8Decode } from '@skein/bytes';
import { booleanParam, listParam, orDefault, type ParamValues, stringParam } from '@skein/http';
import type { GetResult, SourceFilter } from '@skein/shard';
import type { RoutedGet } from '../../document_router/mod.js';
import type { TypedRequest } from '../mapping_types/typed_request.js';
import { illegalVersion, refuse } from './validate_write.js';
import { SOURCE_PARAMS, sourceFilter, VERSION_PARAMS } from './write_params.js';

export const REALTIME_PARAMS = {
  preference: stringParam,
  realtime: orDefault(booleanParam, true),
  refresh: orDefault(booleanParam, false),
  routing: stringParam,
} as const;

export const READ_PARAMS = { ...REALTIME_PARAMS, ...SOURCE_PARAMS, ...VERSION_PARAMS } as const;

export const GET_PARAMS = { ...READ_PARAMS, stored_fields: listParam } as const;

const WHOLE_SOURCE: SourceFilter = { enabled: true, includes: [], excludes: [] };
const NO_SOURCE: SourceFilter = { enabled: false, includes: [], excludes: [] };

/** Stored fields replace `_source` unless it is requested too. */
export function effectiveSource(
  requested: SourceFilter | undefined,
  storedFields: readonly string[] | undefined,
): SourceFilter {
  if (requested !== undefined) return requested;
  return storedFields === undefined || storedFields.includes('_source') ? WHOLE_SOURCE : NO_SOURCE;
}

export function getRequest(
  pathParams: Readonly<Record<string, string | undefined>>,
  params: ParamValues<typeof READ_PARAMS>,
  storedFields?: readonly string[],
): RoutedGet {
  refuse(readVersionProblems(params));
  return {
    index: pathParams.index ?? '',
    id: pathParams.id ?? '',
    routing: params.routing,
    preference: params.preference,
    realtime: params.realtime,
    refresh: params.refresh,
    version: params.version,
    versionType: params.version_type,
    source: effectiveSource(sourceFilter(params), storedFields),
    storedFields: storedFields ?? [],
  };
}

function readVersionProblems({
  version,
  version_type: type,
}: ParamValues<typeof VERSION_PARAMS>): string[] {
  const least = type === 'internal' ? 1 : 0;
  if (version === undefined || version >= least) return [];
  return [illegalVersion(version, type)];
}

/** A request for the source alone, which it cannot leave out. */
export function sourceRequest(
  pathParams: Readonly<Record<string, string | undefined>>,
  params: ParamValues<typeof READ_PARAMS>,
): RoutedGet {
  const request = getRequest(pathParams, params);
  refuse(request.source.enabled ? [] : ['fetching source can not be disabled']);
  return request;
}

/** The response to a get, as bytes. */
export function documentChunks(
  index: string,
  result: GetResult,
  typed?: TypedRequest,
): Uint8Array[] {
  const { found, id, routing, source, fields } = result;
  const type = typed === undefined ? '' : `,"_type":${JSON.stringify(typed.type)}`;
  let text = `{"_index":${JSON.stringify(index)}${type},"_id":${JSON.stringify(id)}`;
  if (!found) return [utf8(`${text},"found":false}`)];
  text += `,"_version":${result.version},"_seq_no":${result.seqNo}`;
  text += `,"_primary_term":${result.primaryTerm}`;
  if (routing !== undefined) text += `,"_routing":${JSON.stringify(routing)}`;
  text += ',"found":true';
  const end = fields === undefined ? '}' : `,"fields":${utf8Decode(fields)}}`;
  if (source === undefined) return [utf8(text + end)];
  // Allocated from Node's pool: the bytes are copied into the response at once, and a separate
  // allocation would cost more.
  return [Buffer.from(`${text},"_source":`), source, utf8(end)];
}
