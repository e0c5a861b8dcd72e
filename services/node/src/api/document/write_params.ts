/** Common parameters and response parts of the endpoints that write documents. */

import { type JsonObject, type JsonValue, RawJson } from '@skein/content';
import { ApiError, errorDetail, fromPlainError, type PlainError } from '@skein/errors';
import {
  listParam,
  longParam,
  orDefault,
  type Param,
  type ParamValues,
  stringParam,
  timeParam,
} from '@skein/http';
import { versionTypeOf } from '@skein/ingest/calls';
import { askedVersion, longOf } from '@skein/reading';
import {
  checkedPrimaryTerm,
  checkedSeqNo,
  type SourceFilter,
  type VersionType,
  type WriteItemResult,
} from '@skein/shard';
import type { RoutedWriteResult, WriteOptions } from '../../document_router/mod.js';
import { checkActiveShardCount } from '../../master_service/mod.js';
import type { RequestContext } from '../endpoint.js';

const DEFAULT_WRITE_TIMEOUT_MS = 60_000;

type RefreshPolicy = WriteOptions['refresh'];

/** `?refresh` without a value means `true`. */
const refreshParam: Param<RefreshPolicy> = {
  kind: 'enum(true|false|wait_for)',
  fallback: 'false',
  parse: (_name, text) => {
    if (text === '' || text === 'true') return 'true';
    if (text === 'false' || text === 'wait_for') return text;
    throw new ApiError('illegal_argument_exception', `Unknown value for refresh: [${text}].`);
  },
};

export const activeShardsParam: Param<string> = {
  kind: 'number|all',
  fallback: '',
  parse: (_name, text) => checkActiveShardCount(text),
};

const versionTypeParam: Param<VersionType> = {
  kind: 'enum(internal|external|external_gte)',
  fallback: 'internal',
  parse: (_name, text) => versionTypeOf(text),
};

/** A version, a sequence number or a primary term: a long that a double represents exactly. */
const exactLongParam: Param<number | undefined> = {
  kind: 'long',
  fallback: undefined,
  parse: (name, text) => exactLong(name, longParam.parse(name, text)),
};

function exactLong(name: string, value: number | bigint | undefined): number | undefined {
  if (typeof value !== 'bigint') return value;
  throw new ApiError(
    'illegal_argument_exception',
    `[${name}] of [${value}] is not supported: it must lie between -2^53 and 2^53`,
  );
}

/** A number of an item in a body, from a number or its text. */
export function longIn(name: string, value: JsonValue): number {
  return (typeof value === 'bigint' ? exactLong(name, value) : undefined) ?? longOf(value);
}

export const versionParam: Param<number | undefined> = {
  ...exactLongParam,
  parse: (name, text) => askedVersion(exactLongParam.parse(name, text)),
};

export const VERSION_PARAMS = { version: versionParam, version_type: versionTypeParam } as const;

export const SEQ_NO_PARAMS = {
  if_seq_no: {
    ...exactLongParam,
    parse: (name, text) => checkedSeqNo(exactLongParam.parse(name, text)),
  },
  if_primary_term: {
    ...exactLongParam,
    parse: (name, text) => checkedPrimaryTerm(exactLongParam.parse(name, text)),
  },
} as const satisfies Record<string, Param<number | undefined>>;

export const WRITE_PARAMS = {
  refresh: refreshParam,
  routing: stringParam,
  timeout: orDefault(timeParam, DEFAULT_WRITE_TIMEOUT_MS),
  wait_for_active_shards: activeShardsParam,
} as const;

export const SOURCE_PARAMS = {
  _source: listParam,
  _source_includes: listParam,
  _source_excludes: listParam,
} as const;

/**
 * `?_source=true|false|a,b`, `_source_includes`, `_source_excludes`; undefined if none is given.
 */
export function sourceFilter(params: ParamValues<typeof SOURCE_PARAMS>): SourceFilter | undefined {
  const { _source: source, _source_includes: includes, _source_excludes: excludes } = params;
  if (source === undefined && includes === undefined && excludes === undefined) return undefined;
  const [only] = source ?? [];
  const isFlag = source?.length === 1 && (only === 'true' || only === 'false');
  return {
    enabled: !(isFlag && only === 'false'),
    includes: includes ?? (isFlag ? [] : (source ?? [])),
    excludes: excludes ?? [],
  };
}

export function writeOptions(
  params: ParamValues<typeof WRITE_PARAMS>,
  { identity, signal, nowMs }: RequestContext,
): WriteOptions {
  return {
    refresh: params.refresh,
    timeoutMs: params.timeout,
    waitForActiveShards: params.wait_for_active_shards,
    identity,
    signal,
    nowMs,
  };
}

export const STATUS_OF_RESULT = {
  created: 201,
  updated: 200,
  deleted: 200,
  noop: 200,
  not_found: 404,
} as const;

export type AcceptedWrite = Extract<WriteItemResult, { ok: true }>;

export function statusOf(result: AcceptedWrite): number {
  return STATUS_OF_RESULT[result.result];
}

/** The body of a successful write, and of a bulk's item. */
export function writeAnswer(
  { index, forcedRefresh, shards }: RoutedWriteResult,
  result: AcceptedWrite,
): JsonObject {
  return {
    _index: index,
    _id: result.id,
    _version: result.version,
    result: result.result,
    ...(forcedRefresh ? { forced_refresh: true } : {}),
    _shards: { ...shards },
    ...(result.seqNo < 0 ? {} : { _seq_no: result.seqNo, _primary_term: result.primaryTerm }),
    ...(result.get ? { get: updatedDocument(result, result.get) } : {}),
  };
}

function updatedDocument(
  result: AcceptedWrite,
  { source, found }: NonNullable<AcceptedWrite['get']>,
): JsonObject {
  if (found === false) return { found };
  return {
    _seq_no: result.seqNo,
    _primary_term: result.primaryTerm,
    found: true,
    ...(source ? { _source: new RawJson(source) } : {}),
  };
}

/** `{type, reason, …, caused_by}` as bulk items show an error. */
export function itemError(error: PlainError): JsonObject {
  return errorDetail(fromPlainError(error));
}
