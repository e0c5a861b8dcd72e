/** `POST /_ilm/start`: resumes ILM policies. */
import { modeEndpoint } from './mode_endpoint.js';

export const start = modeEndpoint({ name: 'start', isStopped: false });
