/**
 * `POST /_plugins/_sm/policies/{policy_name}/_stop`: disables the policy; running work is
 * completed.
 */
import { enableEndpoint } from './enable_endpoint.js';

export const stop_policy = enableEndpoint({ name: 'stop', isEnabled: false });
