/** `alias`: the actions of `_aliases` on the policy's index. */
import type { JsonObject, JsonValue } from '@skein/content';
import { changeAliases, type OwnAliasAction } from '../actions/aliases.js';
import { flagOf, textOf } from '../conditions.js';
import { illegal, into, listOf, objectOf, readMembers } from '../members.js';
import type { Action } from '../policy.js';

export function readAlias(json: JsonObject): Pick<Action, 'asksPrimaries' | 'next'> {
  let actions: readonly OwnAliasAction[] = [];
  readMembers(json, 'AliasAction', {
    actions: (value, name) => {
      actions = listOf(value, name).flatMap((one) => actionsOf(objectOf(one, name)));
    },
  });
  if (actions.length === 0) throw illegal('At least one alias action needs to be specified.');
  return changeAliases(actions);
}

function actionsOf(json: JsonObject): OwnAliasAction[] {
  const actions: OwnAliasAction[] = [];
  readMembers(json, 'AliasAction', {
    add: (value) => {
      for (const action of addsOf(objectOf(value, 'add'))) actions.push(action);
    },
    remove: (value) => void actions.push(removalOf(objectOf(value, 'remove'))),
  });
  return actions;
}

function removalOf(json: JsonObject): OwnAliasAction {
  const { alias: _alias, aliases: _aliases, ...options } = json;
  const given: { mustExist?: boolean } = {};
  readMembers(options, 'alias', { must_exist: into(given, 'mustExist', flagOf) });
  return { kind: 'remove', aliases: namesOf(json), ...given };
}

function namesOf(json: JsonObject): readonly string[] {
  const given = json.aliases ?? json.alias ?? null;
  const names = Array.isArray(given) ? given : [given];
  return names.map((one) => textOf('alias', one as JsonValue));
}

function addsOf(json: JsonObject): OwnAliasAction[] {
  const { alias: _alias, aliases: _aliases, ...options } = json;
  return namesOf(json).map((alias) => ({ kind: 'add', alias, ...aliasOptions(options) }));
}

interface AliasOptions {
  filter?: JsonObject;
  routing?: string;
  indexRouting?: string;
  searchRouting?: string;
  isWriteIndex?: boolean;
  isHidden?: boolean;
}

/** The options of an alias besides its name. */
export function aliasOptions(json: JsonObject): AliasOptions {
  const options: AliasOptions = {};
  readMembers(json, 'alias', {
    filter: into(options, 'filter', (name, value) => objectOf(value, name)),
    routing: into(options, 'routing', textOf),
    index_routing: into(options, 'indexRouting', textOf),
    search_routing: into(options, 'searchRouting', textOf),
    is_write_index: into(options, 'isWriteIndex', flagOf),
    is_hidden: into(options, 'isHidden', flagOf),
  });
  return options;
}
