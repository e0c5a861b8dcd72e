/** The fields of a user agent: in the Elastic Common Schema, or in the format before it. */
import type { JMap, Value } from '@skein/java';
import { newMap } from '../values.js';
import type { UserAgent, VersionedName } from './user_agents.js';

export const USER_AGENT_PROPERTIES = [
  'NAME',
  'MAJOR',
  'MINOR',
  'PATCH',
  'OS',
  'OS_NAME',
  'OS_MAJOR',
  'OS_MINOR',
  'DEVICE',
  'BUILD',
  'ORIGINAL',
  'VERSION',
] as const;

export type UserAgentProperty = (typeof USER_AGENT_PROPERTIES)[number];

const KEYS: Readonly<Record<UserAgentProperty, string>> = {
  NAME: 'name',
  MAJOR: 'major',
  MINOR: 'minor',
  PATCH: 'patch',
  OS: 'os',
  OS_NAME: 'os_name',
  OS_MAJOR: 'os_major',
  OS_MINOR: 'os_minor',
  DEVICE: 'device',
  BUILD: 'build',
  ORIGINAL: 'original',
  VERSION: 'version',
};

const UNKNOWN = 'Other';

interface Shown {
  readonly properties: readonly UserAgentProperty[];
  readonly isEcs: boolean;
}

export function agentDetails(text: string, agent: UserAgent, { properties, isEcs }: Shown): JMap {
  const details = newMap();
  for (const property of properties) {
    const value = isEcs ? ecsValue(property, text, agent) : earlierValue(property, agent);
    if (value !== undefined) details.put(KEYS[property], value);
  }
  return details;
}

function ecsValue(
  property: UserAgentProperty,
  text: string,
  { browser, system, device }: UserAgent,
): Value | undefined {
  switch (property) {
    case 'ORIGINAL':
      return text;
    case 'NAME':
      return browser?.name ?? UNKNOWN;
    case 'VERSION':
      return browser?.version;
    case 'OS':
      return system === undefined ? undefined : systemOf(system);
    case 'DEVICE':
      return deviceOf(device);
    default:
      return undefined;
  }
}

function systemOf({ name, version }: VersionedName): JMap {
  const system = newMap();
  system.put('name', name);
  if (version !== undefined) {
    system.put('version', version);
    system.put('full', `${name} ${version}`);
  }
  return system;
}

function deviceOf(device: VersionedName | undefined): JMap {
  const shown = newMap();
  shown.put('name', device?.name ?? UNKNOWN);
  return shown;
}

function earlierValue(
  property: UserAgentProperty,
  { browser, system, device }: UserAgent,
): Value | undefined {
  switch (property) {
    case 'NAME':
      return browser?.name ?? UNKNOWN;
    case 'MAJOR':
      return browser?.major;
    case 'MINOR':
      return browser?.minor;
    case 'PATCH':
      return browser?.patch;
    case 'BUILD':
      return browser?.build;
    case 'OS':
      return system === undefined ? UNKNOWN : [system.name, system.version].join(' ').trimEnd();
    case 'OS_NAME':
      return system?.name ?? UNKNOWN;
    case 'OS_MAJOR':
      return system?.major;
    case 'OS_MINOR':
      return system?.minor;
    case 'DEVICE':
      return device?.name ?? UNKNOWN;
    default:
      return undefined;
  }
}
