/**
 * Unassigned shard copies and the reasons: the answers of `_cat/shards` and
 * `_cluster/allocation/explain` in words.
 */
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@skein/content';
import type { Cluster } from '../transfer/cluster.js';
import { listAt, numberAt, textAt } from './json_at.js';

export interface MissingCopy {
  readonly index: string;
  readonly shard: number;
  readonly primary: boolean;
  /** Why the copy became unassigned, as in `NODE_LEFT`. */
  readonly reason: string;
  /** The time at which it became unassigned, in ISO 8601. */
  readonly since: string;
  /** Undefined when no explanation was requested, or the cluster refused it. */
  readonly explanation: Explanation | undefined;
}

export interface Explanation {
  readonly text: string;
  /** The deciders that forbid a node or delay it, with these nodes. */
  readonly rules: readonly Rule[];
}

export interface Rule {
  /** The decider's name, as in `disk_threshold` or `max_retry`. */
  readonly decider: string;
  readonly text: string;
  readonly nodes: readonly string[];
}

/**
 * The number of copies that are explained. An explanation costs the master work, and further copies
 * mostly have the same cause.
 */
export const MOST_EXPLAINED = 10;
const COLUMNS = 'index,shard,prirep,state,unassigned.reason,unassigned.at';

/** Lists primaries first, because a shard without a primary cannot be searched. */
export async function missingCopies(cluster: Cluster): Promise<readonly MissingCopy[]> {
  const { body, status } = await cluster.glance('GET', `/_cat/shards?format=json&h=${COLUMNS}`);
  if (status !== 200) return [];
  const rows = listAt(parseJson(body))
    .filter(isJsonObject)
    .filter((row) => row.state === 'UNASSIGNED');
  const ordered = rows.toSorted((a, b) => String(a.prirep).localeCompare(String(b.prirep)));
  return Promise.all(
    ordered.map(async (row, at) => {
      const place = {
        index: String(row.index),
        shard: Number(row.shard),
        primary: row.prirep === 'p',
      };
      return {
        ...place,
        reason: textAt(row, 'unassigned.reason') ?? '',
        since: textAt(row, 'unassigned.at') ?? '',
        explanation: at < MOST_EXPLAINED ? await explained(cluster, place) : undefined,
      };
    }),
  );
}

async function explained(cluster: Cluster, place: JsonObject): Promise<Explanation | undefined> {
  const { body, status } = await cluster.glance('POST', '/_cluster/allocation/explain', place);
  return status === 200 ? explanationOf(parseJson(body)) : undefined;
}

export function explanationOf(json: JsonValue): Explanation {
  const rules = new Map<string, { decider: string; text: string; nodes: string[] }>();
  for (const node of listAt(json, 'node_allocation_decisions')) {
    for (const each of listAt(node, 'deciders')) {
      if (textAt(each, 'decision') === 'YES') continue;
      const decider = textAt(each, 'decider') ?? '';
      const text = textAt(each, 'explanation') ?? '';
      const rule = rules.get(`${decider} ${text}`) ?? { decider, text, nodes: [] };
      rule.nodes.push(textAt(node, 'node_name') ?? '');
      rules.set(`${decider} ${text}`, rule);
    }
  }
  const attempts = numberAt(json, 'unassigned_info', 'failed_allocation_attempts');
  const details = textAt(json, 'unassigned_info', 'details');
  const failed =
    attempts === undefined ? '' : `; ${attempts} attempts failed${details ? `: ${details}` : ''}`;
  return {
    text: `${textAt(json, 'allocate_explanation') ?? ''}${failed}`,
    rules: [...rules.values()],
  };
}

/** The copy's name, as in `primary of books[0]`. */
export function copyName({ index, shard, primary }: MissingCopy): string {
  return `${primary ? 'primary' : 'replica'} of ${index}[${shard}]`;
}
