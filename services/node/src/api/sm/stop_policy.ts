/** `POST /_plugins/_sm/policies/{policy_name}/_stop`: what is under way goes on to its end. */
import { enableEndpoint } from './enable_endpoint.js';

export const stop_policy = enableEndpoint({ name: 'stop', isEnabled: false });
