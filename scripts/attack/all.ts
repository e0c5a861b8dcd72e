/** Every attack. */
import type { Attack } from './attack.ts';
import { garbageOnPorts } from './garbage_on_ports.ts';

export const ATTACKS: readonly Attack[] = [garbageOnPorts];
