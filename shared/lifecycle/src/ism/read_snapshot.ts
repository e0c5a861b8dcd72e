/** Reads `snapshot`: `{"repository": "backup", "snapshot": "{{ctx.index}}"}` */
import { snapshotNameFault } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { takeSnapshot } from '../actions/take_snapshot.js';
import { textOf } from '../conditions.js';
import { illegal, readMembers } from '../members.js';
import type { Action } from '../policy.js';
import { checkNameTemplate, indexNameFrom } from './index_name_template.js';

export function readSnapshot(json: JsonObject): Pick<Action, 'asksPrimaries' | 'next'> {
  let repository = '';
  let template = '';
  readMembers(json, 'SnapshotAction', {
    repository: (value, name) => {
      repository = textOf(name, value);
    },
    snapshot: (value, name) => {
      template = textOf(name, value).trim();
    },
  });
  if (repository === '') throw illegal('SnapshotAction repository must be specified');
  if (template === '') throw illegal('SnapshotAction snapshot must be specified');
  checkNameTemplate('snapshot', template);
  const fault = snapshotNameFault(indexNameFrom(template, 'index', 'uuid'));
  if (fault !== undefined) throw illegal(`Invalid snapshot name [${template}], ${fault}`);
  return takeSnapshot({
    repository,
    nameOf: (index, uuid) => indexNameFrom(template, index, uuid),
  });
}
