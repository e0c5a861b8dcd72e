/** `POST /_slm/start`: policies go on from their next times. */
import { modeEndpoint } from './mode_endpoint.js';

export const start = modeEndpoint({ name: 'start', isStopped: false });
