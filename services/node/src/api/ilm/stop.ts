/** `POST /_ilm/stop`: indices stay where they stand in their policies of phases. */
import { modeEndpoint } from './mode_endpoint.js';

export const stop = modeEndpoint({ name: 'stop', isStopped: true });
