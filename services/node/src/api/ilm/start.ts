/** `POST /_ilm/start`: indices go on in their policies of phases. */
import { modeEndpoint } from './mode_endpoint.js';

export const start = modeEndpoint({ name: 'start', isStopped: false });
