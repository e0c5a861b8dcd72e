/** Every attack. */
import type { Attack } from './attack.ts';
import { garbageOnPorts } from './garbage_on_ports.ts';
import { transportFromPages } from './transport_from_pages.ts';
import { transportStrangers } from './transport_strangers.ts';

export const ATTACKS: readonly Attack[] = [garbageOnPorts, transportFromPages, transportStrangers];
