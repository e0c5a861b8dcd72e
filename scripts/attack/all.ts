/** Every attack. */
import type { Attack } from './attack.ts';
import { authorizationCodeRaces } from './authorization_code_races.ts';
import { authorizationForgedTokens } from './authorization_forged_tokens.ts';
import { authorizationGarbage } from './authorization_garbage.ts';
import { authorizationRedirects } from './authorization_redirects.ts';
import { crumbledBodies } from './crumbled_bodies.ts';
import { damagedData } from './damaged_data.ts';
import { garbageOnPorts } from './garbage_on_ports.ts';
import { greedyRequests } from './greedy_requests.ts';
import { httpForeignPages } from './http_foreign_pages.ts';
import { httpFraming } from './http_framing.ts';
import { idleSockets } from './idle_sockets.ts';
import { slowBodies } from './slow_bodies.ts';
import { swellingBodies } from './swelling_bodies.ts';
import { transportFromPages } from './transport_from_pages.ts';
import { transportStrangers } from './transport_strangers.ts';

export const ATTACKS: readonly Attack[] = [
  authorizationCodeRaces,
  authorizationForgedTokens,
  authorizationGarbage,
  authorizationRedirects,
  crumbledBodies,
  damagedData,
  garbageOnPorts,
  greedyRequests,
  httpForeignPages,
  httpFraming,
  idleSockets,
  slowBodies,
  swellingBodies,
  transportFromPages,
  transportStrangers,
];
