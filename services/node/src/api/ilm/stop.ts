/** `POST /_ilm/stop`: pauses ILM policies. */
import { modeEndpoint } from './mode_endpoint.js';

export const stop = modeEndpoint({ name: 'stop', isStopped: true });
