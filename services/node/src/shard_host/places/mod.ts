/** The places on this node where a search of one shard may run, and the choice among them. */
export { KnownPoints } from './known_points.js';
export { type CallMail, Mailbox } from './mailbox.js';
export { MainThread } from './main_thread.js';
export { Messages } from './messages.js';
export type { AskedOf, IndexVersion, LocalPoint, SearchPlace } from './search_place.js';
export { SearchPlaces } from './search_places.js';
