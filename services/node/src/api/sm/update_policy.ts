/**
 * `PUT /_plugins/_sm/policies/{policy_name}?if_seq_no=…&if_primary_term=…`: replaces that version
 * of the policy.
 */
import { putEndpoint } from './put_endpoint.js';

export const update_policy = putEndpoint({ id: 'sm.update_policy', method: 'PUT' });
