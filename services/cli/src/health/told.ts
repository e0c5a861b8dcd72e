/** A request for a cluster's state of health. */
import { type JsonValue, parseJson } from '@skein/content';
import { type Cluster, refusal } from '../transfer/cluster.js';

const OK = 200;
const WITHOUT_MASTER = 503;

/**
 * The answer's JSON; undefined when no master is elected. Rejects with the cluster's own words if
 * it refuses. `also` is another status whose answer counts.
 */
export async function told(
  cluster: Cluster,
  path: string,
  also = OK,
): Promise<JsonValue | undefined> {
  const answer = await cluster.glance('GET', path);
  if (answer.status === OK || answer.status === also) return parseJson(answer.body);
  if (answer.status === WITHOUT_MASTER) return undefined;
  throw refusal(answer, `GET ${path}`);
}
