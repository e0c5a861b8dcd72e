/** `shrink`: creates an index with another name and fewer shards beside the existing one. */
import type { AliasDefinition } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { shrink } from '../actions/shrink.js';
import { flagOf } from '../conditions.js';
import { illegal, listOf, objectOf, readMembers } from '../members.js';
import type { Action } from '../policy.js';
import { shrinkSizes } from '../shrink_sizes.js';
import { checkNameTemplate, indexNameFrom } from './index_name_template.js';
import { aliasOptions } from './read_alias.js';
import { templateOf } from './webhooks.js';

export function readShrink(json: JsonObject): Pick<Action, 'asksPrimaries' | 'next'> {
  const { sizes, shards, shardSize } = shrinkSizes('10gb');
  let template = '{{ctx.index}}_shrunken';
  let aliases: readonly AliasDefinition[] = [];
  let movesAliases = false;
  let isUnsafeAllowed = false;
  readMembers(json, 'ShrinkAction', {
    num_new_shards: shards,
    max_shard_size: shardSize,
    percentage_of_source_shards: (value, name) => {
      const share = Number(value);
      if (!(share > 0 && share < 1))
        throw illegal(`[${name}] must be between 0.0 and 1.0 exclusively`);
      sizes.push({ by: 'percentage', share });
    },
    target_index_name_template: (value) => {
      template = value === null ? template : templateOf(value);
      checkNameTemplate('target_index_name_template', template);
    },
    aliases: (value, name) => {
      aliases =
        value === null ? [] : listOf(value, name).flatMap((one) => aliasesOf(objectOf(one, name)));
    },
    switch_aliases: (value, name) => {
      movesAliases = flagOf(name, value);
    },
    force_unsafe: (value, name) => {
      isUnsafeAllowed = value !== null && flagOf(name, value);
    },
  });
  const [size, ...others] = sizes;
  if (size === undefined || others.length > 0) {
    throw illegal(
      'Exactly one option specifying the number of shards for the shrunken index must be used.',
    );
  }
  const nameOf = (index: string, uuid: string): string => indexNameFrom(template, index, uuid);
  return shrink({ size, nameOf, aliases, movesAliases, isUnsafeAllowed, takesPlace: false });
}

/** Reads `{"my-alias": {}}`. */
function aliasesOf(json: JsonObject): AliasDefinition[] {
  return Object.entries(json).map(([alias, options = null]) => ({
    alias,
    ...aliasOptions(objectOf(options, alias)),
  }));
}
