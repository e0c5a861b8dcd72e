/**
 * `POST /_plugins/_sm/policies/{policy_name}/_start`: enables the policy from its next scheduled
 * time on.
 */
import { enableEndpoint } from './enable_endpoint.js';

export const start_policy = enableEndpoint({ name: 'start', isEnabled: true });
