/**
 * `action.auto_create_index`: decides if a write may create the index it names. `true`, `false`, or
 * patterns with `+` and `-`.
 */
import { simpleMatch } from '@skein/base';
import { type ClusterState, chosenTemplate, clusterSettings } from '@skein/cluster';

import { ApiError } from '@skein/errors';
import { CLUSTER, readSetting } from '@skein/settings';

/** Throws index_not_found_exception, with the reason, if the index may not be created. */
export function checkAutoCreate(state: ClusterState, index: string): void {
  const { allowsAutoCreate, name } = chosenTemplate(state, index) ?? {};
  if (allowsAutoCreate === true) return;
  if (allowsAutoCreate === false) {
    throw forbidden(index, `composable template [${name}] forbids index auto creation`);
  }
  const setting = readSetting(clusterSettings(state), CLUSTER.general.autoCreateIndex);
  if (setting === 'true') return;
  if (setting === 'false') throw forbidden(index, '[action.auto_create_index] is [false]');
  for (const rule of setting.split(',').map((part) => part.trim())) {
    const exclude = rule.startsWith('-');
    const pattern = exclude || rule.startsWith('+') ? rule.slice(1) : rule;
    if (!simpleMatch(pattern, index)) continue;
    if (!exclude) return;
    throw forbidden(
      index,
      `[action.auto_create_index] contains [${rule}] which forbids automatic creation of the index`,
    );
  }
  throw forbidden(index, `[action.auto_create_index] ([${setting}]) doesn't match`);
}

function forbidden(index: string, why: string): ApiError {
  return new ApiError('index_not_found_exception', `no such index [${index}] and ${why}`, {
    metadata: { index, index_uuid: '_na_' },
  });
}
