/**
 * `POST /_plugins/_sm/policies/{policy_name}`: a new policy that takes snapshots, or removes them,
 * or both.
 */
import { putEndpoint } from './put_endpoint.js';

export const create_policy = putEndpoint({ id: 'sm.create_policy', method: 'POST' });
