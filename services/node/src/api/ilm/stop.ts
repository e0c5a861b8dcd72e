/** `POST /_ilm/stop`: pauses ILM policies. */
import { ilmMode } from './mode_endpoint.js';

export const stop = ilmMode('stop');
