/**
 * `POST /_scripts/painless/_execute`: runs a script, alone or on a document that is not indexed.
 */

import { requireReadTarget } from '@skein/cluster';
import { double, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError, illegalArgument, invalidRequest } from '@skein/errors';
import { jsonReply } from '@skein/http';
import { fieldReader } from '@skein/reading';
import { parseScript, type ScriptReference } from '@skein/script';
import { type FieldReaders, parseQuery, readFields } from '@skein/search';
import type { ExecutableContext, ScriptSetup } from '@skein/shard';
import { authorizeName } from '../../security/index_access.js';
import { indexContext } from '../../shard_host/mod.js';
import { defineEndpoint, type RequestContext } from '../endpoint.js';
import type { CommonActors } from '../endpoint_shapes.js';
import { callerOf } from '../indices/index_targets.js';
import { type LocatedBody, locatedBody, requireBody } from '../search/search_body.js';

export const scripts_painless_execute = defineEndpoint({
  id: 'scripts_painless_execute',
  shape: 'local',
  routes: ['GET /_scripts/painless/_execute', 'POST /_scripts/painless/_execute'],
  params: {},
  body: 'json',
  sourceParam: true,
  privilege: 'scripts:manage',
  parse: ({ body }) => {
    requireBody(body);
    return readRequest(locatedBody(body));
  },
  handle: async ({ script, context, setup }, actors, request) => {
    const execution = {
      script,
      context,
      setup: setup && setupOf(setup, actors, request),
      nowMs: request.nowMs,
    };
    const { result } = await actors.shardHost.runShardless(
      'execute_script',
      execution,
      request.signal,
    );
    return jsonReply({ result: typeof result === 'number' ? double(result) : result });
  },
});

interface Setup {
  readonly index: string;
  readonly document: JsonObject;
  readonly query: JsonObject | undefined;
}

interface ExecuteRequest {
  readonly script: ScriptReference;
  readonly context: ExecutableContext;
  readonly setup: Setup | undefined;
}

const PARSER = 'painless_execute_request';
const MEMBERS = 3;

function readRequest({ json, locate }: LocatedBody): ExecuteRequest {
  const place = (at: JsonValue | undefined): string => {
    const location = locate(at);
    return location ? `[${location.line}:${location.column}] ` : '';
  };
  let script: ScriptReference | undefined;
  let context = 'painless_test';
  let setup: JsonObject | undefined;
  let isWhole = false;
  const arrived = new Set<string>();
  /** OpenSearch builds the request when its last member arrives, or at the end. */
  const arrive = (member: string): void => {
    arrived.add(member);
    if (arrived.size < MEMBERS || isWhole) return;
    isWhole = true;
    checkContext(context);
  };
  const readers: FieldReaders = {
    script: [
      'object',
      (value) => {
        script = parseScript(value, { place });
        arrive('script');
      },
    ],
    context: [
      'string',
      (value) => {
        context = String(value);
        arrive('context');
      },
    ],
    context_setup: fieldReader('object', (value) => {
      setup = checkedSetup(value, locate);
      arrive('context_setup');
    }),
  };
  readFields(json ?? {}, readers, { name: PARSER, locate });
  if (script === undefined) throw illegalArgument('Required [script]');
  const executed = checkContext(context);
  return { script: inline(script), context: executed, setup: setupFor(executed, setup) };
}

function checkContext(name: string): ExecutableContext {
  if (isExecutable(name)) return name;
  const cause = new ApiError(
    'unsupported_operation_exception',
    `unsupported script context name [${name}]`,
  );
  const reason = `Failed to build [${PARSER}] after last required field arrived`;
  throw new ApiError('x_content_parse_exception', reason, { cause });
}

function isExecutable(name: string): name is ExecutableContext {
  return name === 'painless_test' || name === 'filter' || name === 'score';
}

function checkedSetup(setup: JsonObject, locate: LocatedBody['locate']): JsonObject {
  const seen = () => undefined;
  const readers: FieldReaders = {
    document: ['object', seen],
    index: ['string', seen],
    query: ['object', (query) => void parseQuery(query, { locate })],
  };
  readFields(setup, readers, { name: 'execute_script_context', locate });
  return setup;
}

function inline(script: ScriptReference): ScriptReference {
  if (script.type === 'inline') return script;
  throw invalidRequest(['only inline scripts are supported']);
}

function setupFor(context: ExecutableContext, setup: JsonObject | undefined): Setup | undefined {
  if (context === 'painless_test') return undefined;
  if (setup === undefined) {
    throw illegalArgument(`context_setup is a required parameter for context [${context}]`);
  }
  const { index, document, query } = setup;
  const problems = [
    ...(index === undefined ? ['index is a required parameter for current context'] : []),
    ...(document === undefined ? ['document is a required parameter for current context'] : []),
  ];
  if (typeof index !== 'string' || !isJsonObject(document)) throw invalidRequest(problems);
  return { index, document, query: isJsonObject(query) ? query : undefined };
}

function setupOf(
  { index: name, document, query }: Setup,
  actors: CommonActors,
  context: RequestContext,
): ScriptSetup {
  const state = actors.masterService.state();
  const { nowMs } = context;
  authorizeName(state, name, callerOf(actors, context), ['indices:read']);
  const { index } = requireReadTarget(state, { name, routing: undefined, nowMs });
  return { index: indexContext(index), document, query };
}
