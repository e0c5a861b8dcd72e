/** `POST /_aliases`: several alias changes at once. */
import type { AliasAction } from '@skein/cluster';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { MASTER_PARAMS, submitOptions } from '../../common_params.js';
import { defineEndpoint } from '../../endpoint.js';
import { runAliasActions } from './alias_actions.js';
import { readAlias, readBoolean } from './read_alias.js';

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
  if (actionList.length === 0) {
    throw new ApiError(
      'action_request_validation_exception',
      'Validation Failed: 1: Must specify at least one alias action;',
    );
  }
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
  const { index, indices, alias, aliases, must_exist: mustExistJson, ...definition } = body;
  const names = oneOrMany('index', index, indices);
  const mustExist = readBoolean('must_exist', mustExistJson);
  switch (kind) {
    case 'add':
      return oneOrMany('alias', alias, aliases).map((name) => ({
        kind: 'add',
        indices: names,
        mustExist,
        ...readAlias(name, definition),
      }));
    case 'remove':
      return [
        { kind: 'remove', indices: names, aliases: oneOrMany('alias', alias, aliases), mustExist },
      ];
    case 'remove_index':
      return [{ kind: 'remove_index', indices: names }];
    default:
      throw parseFault(`[alias_action] unknown field [${kind}]`);
  }
}

/** Reads `index` or `indices`, `alias` or `aliases`: at least one name. */
function oneOrMany(
  single: string,
  one: JsonValue | undefined,
  many: JsonValue | undefined,
): string[] {
  const plural = single === 'index' ? 'indices' : 'aliases';
  const values = [one, many].flatMap((value) =>
    isJsonArray(value) ? value : value === undefined ? [] : [value],
  );
  const names = values.filter((value) => typeof value === 'string');
  if (names.length !== values.length || names.includes('')) {
    throw new ApiError('illegal_argument_exception', `[${single}] can't be empty string`);
  }
  if (names.length === 0) {
    throw new ApiError(
      'illegal_argument_exception',
      `One of [${single}] or [${plural}] is required`,
    );
  }
  return names;
}

function parseFault(reason: string): ApiError {
  return new ApiError('x_content_parse_exception', reason);
}
