/**
 * `GET /_plugins/_sm/policies/{policy_name}/_explain`: the state of policies, by names and
 * patterns.
 */
import { simpleMatch } from '@skein/base';
import type { PolicyWork, SnapshotPolicyRecord } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { jsonReply, splitList } from '@skein/http';
import { readSnapshotPolicy } from '@skein/lifecycle';
import { defineEndpoint } from '../endpoint.js';
import { SEES_SNAPSHOTS } from '../snapshot/snapshot_privileges.js';

export const explain_policy = defineEndpoint({
  id: 'sm.explain_policy',
  shape: 'local',
  routes: ['GET /_plugins/_sm/policies/{policy_name}/_explain'],
  params: {},
  body: 'none',
  privilege: SEES_SNAPSHOTS,
  parse: ({ pathParams }) => splitList(pathParams.policy_name ?? '*'),
  handle: (names, { masterService }) => {
    const records = [...masterService.state().metadata.snapshotPolicies.values()].filter(
      ({ dialect, name }) =>
        dialect === 'sm' && names.some((pattern) => simpleMatch(pattern, name)),
    );
    records.sort((a, b) => (a.name < b.name ? -1 : 1));
    return jsonReply({ policies: records.map(explained) });
  },
});

function explained(record: SnapshotPolicyRecord): JsonObject {
  const { name, creation, deletion, seqNo, enabledMs, source } = record;
  const { count } = readSnapshotPolicy('sm', source).retry;
  return {
    name,
    ...(creation === undefined ? {} : { creation: workJson('CREATION', creation, count) }),
    ...(deletion === undefined ? {} : { deletion: workJson('DELETION', deletion, count) }),
    policy_seq_no: seqNo,
    policy_primary_term: 1,
    enabled: enabledMs !== undefined,
  };
}

type Kind = 'CREATION' | 'DELETION';

const UNDER_WAY: Readonly<Record<Kind, string>> = { CREATION: 'CREATING', DELETION: 'DELETING' };

/**
 * OpenSearch's `*_FINISHED` states end within the step that enters them, there as here, so they are
 * never visible.
 */
function stateOf(kind: Kind, { started, isDue }: PolicyWork): string {
  if (started !== undefined) return UNDER_WAY[kind];
  return isDue ? `${kind}_CONDITION_MET` : `${kind}_START`;
}

function workJson(kind: Kind, work: PolicyWork, retries: number): JsonObject {
  const { dueMs, started, latest, failures } = work;
  return {
    current_state: stateOf(kind, work),
    trigger: { time: dueMs ?? null },
    ...(started === undefined ? {} : { started: [...started.names] }),
    ...(latest === undefined
      ? {}
      : {
          latest_execution: {
            status: latest.status,
            start_time: latest.startMs,
            end_time: latest.endMs ?? null,
            info: {
              message: latest.message,
              ...(latest.cause === undefined ? {} : { cause: latest.cause }),
            },
          },
        }),
    ...(failures === 0 ? {} : { retry: { count: retries + 1 - failures } }),
  };
}
