/** `POST /_aliases`: several alias changes at once. */
import type { AliasAction } from '@skein/cluster';
import type { JsonArray, JsonObject, JsonValue } from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import {
  type BodyLocator,
  booleanOf,
  type FieldReader,
  fieldReader,
  itemsOf,
  objectIn,
  readFields,
  readingField,
  textOf,
} from '@skein/reading';
import { MASTER_PARAMS, submitOptions } from '../../common_params.js';
import { defineEndpoint } from '../../endpoint.js';
import { locatorOf } from '../../search/search_body.js';
import { runAliasActions } from './alias_actions.js';
import { ALIAS_FIELDS, readAlias } from './read_alias.js';

export const update_aliases = defineEndpoint({
  id: 'indices.update_aliases',
  shape: 'master',
  routes: ['POST /_aliases'],
  params: MASTER_PARAMS,
  body: 'json',
  privilege: 'indices:manage',
  *parseInPieces({ params, body }) {
    const json = body.requiredObject();
    const actions = yield* readActions(json, locatorOf(body, json));
    return { actions, options: submitOptions(params) };
  },
  handle: ({ actions, options }, actors, context) =>
    runAliasActions(actions, options, actors, context),
});

/** Pauses after each action. */
function* readActions(inside: JsonObject, locate: BodyLocator): Generator<void, AliasAction[]> {
  let list: JsonArray = [];
  const readers = {
    actions: fieldReader('object_array', (given) => {
      list = itemsOf(given);
    }),
  };
  readFields(inside, readers, { name: 'aliases', locate });
  if (list.length === 0) throw illegalArgument('No action specified');
  const read: AliasAction[] = [];
  for (let at = 0; at < list.length; at++) {
    const action = readingField({ name: 'aliases', field: 'actions', locate, inside }, () =>
      readAction(list, at, locate),
    );
    read.push(...aliasActions(action));
    yield;
  }
  return read;
}

type Kind = AliasAction['kind'];

/** An action whose fields have been read. */
interface ReadAction {
  readonly kind: Kind;
  readonly indices: readonly string[];
  readonly aliases: readonly string[];
  readonly mustExist: boolean | undefined;
  /** The fields that define an alias. */
  readonly definition: JsonObject;
}

function readAction(list: JsonArray, at: number, locate: BodyLocator): ReadAction {
  const name = 'alias_action';
  const read: ReadAction[] = [];
  const reader = (kind: Kind): FieldReader =>
    fieldReader('object', (json) => {
      read.push(readFieldsOf(kind, json, locate));
    });
  const readers = {
    add: reader('add'),
    remove: reader('remove'),
    remove_index: reader('remove_index'),
  };
  readFields(objectIn(list, at, { name, locate }), readers, { name, locate });
  const [action, ...others] = read;
  if (action === undefined) throw parseFault(`[${name}] expects one action in an object`);
  if (others.length === 0) return required(action);
  throw parseFault(
    `Failed to build [${name}] after last required field arrived`,
    illegalArgument('Too many operations declared on operation entry'),
  );
}

function readFieldsOf(kind: Kind, json: JsonObject, locate: BodyLocator): ReadAction {
  const given: { index?: readonly string[]; alias?: readonly string[]; mustExist?: boolean } = {};
  const definition: Record<string, JsonValue> = {};
  const single = (of: 'index' | 'alias', plural: string): FieldReader =>
    fieldReader('string', (value) => {
      checkOwn(kind, of, given[of] && [of, plural]);
      given[of] = [named(of, textOf(value))];
    });
  const several = (of: 'index' | 'alias', plural: string): FieldReader =>
    fieldReader('string_array', (value) => {
      checkOwn(kind, plural, given[of] && [of, plural]);
      given[of] = namesIn(plural, value);
    });
  const definers = Object.entries(ALIAS_FIELDS).map(([key, of]): [string, FieldReader] => [
    key,
    fieldReader(of, (value) => {
      definition[key] = of === 'boolean' ? booleanOf(value) : value;
    }),
  ]);
  const mustExist = fieldReader('boolean', (value) => {
    given.mustExist = booleanOf(value);
  });
  const readers = {
    index: single('index', 'indices'),
    indices: several('index', 'indices'),
    alias: single('alias', 'aliases'),
    aliases: several('alias', 'aliases'),
    ...(kind === 'add' ? Object.fromEntries(definers) : {}),
    ...(kind === 'remove' ? { must_exist: mustExist } : {}),
  };
  readFields(json, readers, { name: kind, locate });
  const { index = [], alias = [] } = given;
  return { kind, indices: index, aliases: alias, mustExist: given.mustExist, definition };
}

/** Refuses names of aliases to be removed with their index, and names that were given already. */
function checkOwn(kind: Kind, key: string, both: readonly [string, string] | undefined): void {
  if (kind === 'remove_index' && key.startsWith('alias')) {
    throw illegalArgument(`[${key}] is unsupported for [REMOVE_INDEX]`);
  }
  if (both !== undefined) {
    throw illegalArgument(`Only one of [${both[0]}] and [${both[1]}] is supported`);
  }
}

function named(key: string, name: string): string {
  if (name === '') throw illegalArgument(`[${key}] can't be empty string`);
  return name;
}

function namesIn(key: string, json: JsonValue): readonly string[] {
  const names = itemsOf(json).map(textOf);
  if (names.length === 0) throw illegalArgument(`[${key}] can't be empty`);
  if (names.includes('')) throw illegalArgument(`[${key}] can't contain empty string`);
  return names;
}

function required(action: ReadAction): ReadAction {
  const { kind, indices, aliases } = action;
  if (indices.length === 0) throw illegalArgument('One of [index] or [indices] is required');
  if (kind !== 'remove_index' && aliases.length === 0) {
    throw illegalArgument('One of [alias] or [aliases] is required');
  }
  return action;
}

function aliasActions({
  kind,
  indices,
  aliases,
  mustExist,
  definition,
}: ReadAction): AliasAction[] {
  if (kind === 'remove_index') return [{ kind, indices }];
  if (kind === 'remove') return [{ kind, indices, aliases, mustExist }];
  return aliases.map((name) => ({ kind, indices, ...readAlias(name, definition) }));
}

function parseFault(reason: string, cause?: ApiError): ApiError {
  return new ApiError('x_content_parse_exception', reason, { cause });
}
