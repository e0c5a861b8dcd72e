/** `POST /_plugins/_sm/policies/{policy_name}/_start`: from its next time on. */
import { enableEndpoint } from './enable_endpoint.js';

export const start_policy = enableEndpoint({ name: 'start', isEnabled: true });
