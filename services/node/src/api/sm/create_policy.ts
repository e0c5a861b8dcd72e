/**
 * `POST /_plugins/_sm/policies/{policy_name}`: creates a policy that takes snapshots, deletes them,
 * or both.
 */
import { putEndpoint } from './put_endpoint.js';

export const create_policy = putEndpoint({ id: 'sm.create_policy', method: 'POST' });
