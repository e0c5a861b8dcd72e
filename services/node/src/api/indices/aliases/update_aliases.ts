/** `POST /_aliases`: several alias changes at once. */
import type { AliasAction } from '@skein/cluster';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import { MASTER_PARAMS, submitOptions } from '../../common_params.js';
import { defineEndpoint } from '../../endpoint.js';
import { runAliasActions } from './alias_actions.js';
import { ALIAS_KEYS, readAlias, readBoolean } from './read_alias.js';

export const update_aliases = defineEndpoint({
  id: 'indices.update_aliases',
  shape: 'master',
  routes: ['POST /_aliases'],
  params: MASTER_PARAMS,
  body: 'json',
  privilege: 'indices:manage',
  *parseInPieces({ params, body }) {
    const actions = yield* readActions(body.requiredObject());
    return { actions, options: submitOptions(params) };
  },
  handle: ({ actions, options }, actors, context) =>
    runAliasActions(actions, options, actors, context),
});

/** Pauses after each action. */
function* readActions(body: JsonObject): Generator<void, AliasAction[]> {
  const unknown = Object.keys(body).find((key) => key !== 'actions');
  if (unknown !== undefined) throw parseFault(`[aliases] unknown field [${unknown}]`);
  const { actions } = body;
  const actionList = isJsonArray(actions) ? actions : [];
  if (actionList.length === 0) throw illegalArgument('No action specified');
  const read: AliasAction[] = [];
  for (const action of actionList) {
    read.push(...readAction(action));
    yield;
  }
  return read;
}

function readAction(json: JsonValue): AliasAction[] {
  const [entry, ...more] = isJsonObject(json) ? Object.entries(json) : [];
  if (!entry || more.length > 0) throw parseFault('[alias_action] expects one action in an object');
  const [kind, body] = entry;
  if (!isJsonObject(body))
    throw parseFault(`[alias_action] ${kind} doesn't support values of this type`);
  switch (kind) {
    case 'add':
      return readAdd(body);
    case 'remove':
      return [readRemove(body)];
    case 'remove_index':
      return [readRemoveIndex(body)];
    default:
      throw parseFault(`[alias_action] unknown field [${kind}]`);
  }
}

const TARGETS = ['index', 'indices', 'alias', 'aliases'];
const ADD_FIELDS: ReadonlySet<string> = new Set([...TARGETS, ...ALIAS_KEYS]);
const REMOVE_FIELDS: ReadonlySet<string> = new Set([...TARGETS, 'must_exist']);
const REMOVE_INDEX_FIELDS: ReadonlySet<string> = new Set(TARGETS);

function readAdd(body: JsonObject): AliasAction[] {
  refuseOthers('add', body, ADD_FIELDS);
  const { index, indices, alias, aliases, ...definition } = body;
  const names = oneOrMany('index', index, indices);
  return oneOrMany('alias', alias, aliases).map((name) => ({
    kind: 'add',
    indices: names,
    ...readAlias(name, definition),
  }));
}

function readRemove(body: JsonObject): AliasAction {
  refuseOthers('remove', body, REMOVE_FIELDS);
  const { index, indices, alias, aliases, must_exist: mustExist } = body;
  return {
    kind: 'remove',
    indices: oneOrMany('index', index, indices),
    aliases: oneOrMany('alias', alias, aliases),
    mustExist: readBoolean('must_exist', mustExist),
  };
}

function readRemoveIndex(body: JsonObject): AliasAction {
  refuseOthers('remove_index', body, REMOVE_INDEX_FIELDS);
  const { index, indices, ...others } = body;
  const [other] = Object.keys(others);
  if (other !== undefined) throw illegalArgument(`[${other}] is unsupported for [REMOVE_INDEX]`);
  return { kind: 'remove_index', indices: oneOrMany('index', index, indices) };
}

function refuseOthers(kind: string, body: JsonObject, fields: ReadonlySet<string>): void {
  const unknown = Object.keys(body).find((key) => !fields.has(key));
  if (unknown !== undefined) throw parseFault(`[${kind}] unknown field [${unknown}]`);
}

/** Reads `index` or `indices`, `alias` or `aliases`: at least one name. */
function oneOrMany(
  single: 'index' | 'alias',
  one: JsonValue | undefined,
  many: JsonValue | undefined,
): string[] {
  const plural = single === 'index' ? 'indices' : 'aliases';
  if (one !== undefined && many !== undefined) {
    throw illegalArgument(`Only one of [${single}] and [${plural}] is supported`);
  }
  const given = one ?? many;
  const values = isJsonArray(given) ? given : given === undefined ? [] : [given];
  const names = values.filter((value) => typeof value === 'string');
  if (names.length !== values.length || names.includes('')) {
    throw illegalArgument(`[${one === undefined ? plural : single}] can't be empty string`);
  }
  if (names.length === 0) throw illegalArgument(`One of [${single}] or [${plural}] is required`);
  return names;
}

function parseFault(reason: string): ApiError {
  return new ApiError('x_content_parse_exception', reason);
}
