/** `POST /_reindex`: copies the documents a search finds to another index. */

import { commaValues } from '@skein/base';
import { indexNotFound } from '@skein/cluster';
import { isJsonArray, type JsonObject, type JsonValue, stringifyJson } from '@skein/content';
import { booleanParam, orDefault, type ParamValues } from '@skein/http';
import { versionTypeOf } from '@skein/ingest/calls';
import { type FieldReader, type FieldReaders, fieldReader, into, readFields } from '@skein/reading';
import { scriptOfMap } from '@skein/script';
import type { LocatedBody, SearchRequest } from '@skein/search';
import type { ByScrollRequest, Destination, RemoteSource } from '../../bulk_by_scroll/mod.js';
import { plainTerms } from '../../search_coordinator/mod.js';
import { refuse } from '../document/validate_write.js';
import { defineEndpoint } from '../endpoint.js';
import { locatedBody } from '../search/search_body.js';
import { answerByScroll, type ByScrollOrder } from './by_query.js';
import {
  agreedMaxDocs,
  type BodyParts,
  BY_SCROLL_PARAMS,
  checkedMaxDocs,
  commonTerms,
  conflictsOf,
  countOf,
  DEFAULT_PAGE_SIZE,
  illegal,
  pagesOf,
  searchProblems,
} from './by_query_params.js';
import { readRemote } from './reindex_remote.js';

const REINDEX_PARAMS = {
  ...BY_SCROLL_PARAMS,
  require_alias: orDefault(booleanParam, false),
} as const;

export const reindex = defineEndpoint({
  id: 'reindex',
  shape: 'document',
  routes: ['POST /_reindex'],
  params: REINDEX_PARAMS,
  body: 'json',
  sourceParam: true,
  privilege: { everyOf: ['indices:read', 'indices:write'] },
  parse: ({ params, body }) => {
    body.required();
    return readReindex(locatedBody(body), params);
  },
  handle: answerByScroll,
});

interface Source {
  readonly remote: RemoteSource | undefined;
  readonly indices: readonly string[];
  readonly request: SearchRequest;
}

type DestinationDraft = { -readonly [K in keyof Destination]: Destination[K] } & {
  pipeline: string | undefined;
};

function readReindex(body: LocatedBody, params: ParamValues<typeof REINDEX_PARAMS>): ByScrollOrder {
  const { locate } = body;
  let source: Source = readSource({}, body);
  const destination: DestinationDraft = {
    index: '',
    opType: 'index',
    versionType: 'internal',
    routing: 'keep',
    requireAlias: params.require_alias,
    pipeline: undefined,
  };
  const problems: string[] = [];
  const parts: BodyParts = { conflicts: undefined, script: undefined, maxDocs: undefined };
  const agreeOn = (maxDocs: number): number | undefined => agreedMaxDocs([parts.maxDocs, maxDocs]);
  const readers: FieldReaders = {
    source: fieldReader('object', (json) => {
      source = readSource(json, body);
    }),
    dest: fieldReader('object', (json) => {
      readDestination(json, { destination, problems, locate });
    }),
    script: into(parts, 'script', 'object_or_string', scriptOfMap),
    conflicts: into(parts, 'conflicts', 'string', (json) => conflictsOf(String(json))),
    max_docs: into(parts, 'maxDocs', 'number', (json) => agreeOn(countOf('max_docs', json))),
    size: into(parts, 'maxDocs', 'number', (json) => agreeOn(countOf('max_docs', json))),
  };
  readFields(body.json ?? {}, readers, { name: 'reindex', locate });
  const { slices } = params;
  const faults = [
    ...searchProblems(source.request, slices),
    ...(source.request.source?.enabled === false
      ? ['_source:false is not supported in this context']
      : []),
    ...(source.indices.length === 0
      ? ['use _all if you really want to copy from all existing indexes']
      : []),
    ...(destination.index === '' ? ['index must be specified'] : []),
    ...problems,
  ];
  refuse(faults);
  // A search whose only name is empty would be one of all indices.
  if (source.indices.includes('')) throw indexNotFound('');
  const maxDocs = checkedMaxDocs(agreedMaxDocs([parts.maxDocs, params.max_docs]), slices);
  const request: ByScrollRequest = {
    ...commonTerms(params),
    kind: 'reindex',
    remote: source.remote,
    search: { ...plainTerms(source.indices), request: source.request },
    script: parts.script,
    destination,
    pipeline: destination.pipeline,
    maxDocs,
    conflicts: parts.conflicts ?? 'abort',
  };
  return { request, wait: params.wait_for_completion };
}

function readSource(json: JsonObject, { locate }: LocatedBody): Source {
  const { index, remote = null, size, ...search } = json;
  const pageSize = size === undefined ? DEFAULT_PAGE_SIZE : countOf('size', size);
  // The query for another cluster is not parsed here, because that cluster may have other queries.
  const { query: _query, ...local } = search;
  const read = remote === null ? search : local;
  const request = pagesOf({ json: read, locate }, { size: pageSize });
  return {
    remote: remote === null ? undefined : readRemote(remote, search),
    indices: indicesOf(index),
    request,
  };
}

function indicesOf(json: JsonValue | undefined): readonly string[] {
  if (json === undefined || json === null) return [];
  if (typeof json === 'string') return commaValues(json);
  if (!isJsonArray(json)) {
    throw illegal(`Expected [index] to be a list or a string but was [${stringifyJson(json)}]`);
  }
  // As in OpenSearch, a comma separates names only in a text, and is part of a name in a list.
  return json.map((name) => {
    if (typeof name === 'string') return name;
    throw illegal('[index] must be a string or a list of strings');
  });
}

interface DestinationReading {
  readonly destination: DestinationDraft;
  readonly problems: string[];
  readonly locate: LocatedBody['locate'];
}

function readDestination(
  json: JsonObject,
  { destination, problems, locate }: DestinationReading,
): void {
  const text = (read: (value: string) => void): FieldReader => [
    'string',
    (value) => read(String(value)),
  ];
  const readers: FieldReaders = {
    index: text((name) => {
      destination.index = name;
    }),
    op_type: text((name) => {
      const opType = name.toLowerCase();
      if (opType !== 'index' && opType !== 'create') {
        throw illegal(`opType must be 'create' or 'index', found: [${opType}]`);
      }
      destination.opType = opType;
    }),
    version_type: text((type) => {
      destination.versionType = versionTypeOf(type);
    }),
    routing: text((routing) => {
      // OpenSearch takes an empty text for no routing, both here and behind the equals sign.
      if (routing === 'keep' || routing === '') destination.routing = 'keep';
      else if (routing === 'discard' || routing === '=') destination.routing = 'discard';
      else if (routing.startsWith('=')) destination.routing = { value: routing.slice(1) };
      else problems.push('routing must be unset, [keep], [discard] or [=<some new value>]');
    }),
    pipeline: text((id) => {
      destination.pipeline = id;
    }),
  };
  readFields(json, readers, { name: 'dest', locate });
}
