/** A user agent as fields: in the Elastic Common Schema, or as they were before it. */
import type { JMap, Value } from '@skein/script';
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

const UNKNOWN = 'Other';

interface Shown {
  readonly properties: readonly UserAgentProperty[];
  readonly isEcs: boolean;
}

export function agentDetails(text: string, agent: UserAgent, { properties, isEcs }: Shown): JMap {
  const entries = properties.flatMap((property): readonly (readonly [string, Value])[] => {
    const value = isEcs ? ecsValue(property, text, agent) : earlierValue(property, agent);
    return value === undefined ? [] : [[property.toLowerCase(), value]];
  });
  return newMap(entries);
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
      return versionOf(browser);
    case 'OS':
      return system === undefined ? undefined : systemOf(system);
    case 'DEVICE':
      return newMap([['name', device?.name ?? UNKNOWN]]);
    default:
      return undefined;
  }
}

function systemOf(system: VersionedName): JMap {
  const version = versionOf(system);
  return newMap([
    ['name', system.name],
    ...(version === undefined
      ? []
      : ([
          ['version', version],
          ['full', `${system.name} ${version}`],
        ] as const)),
  ]);
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
      return system === undefined ? UNKNOWN : [system.name, versionOf(system)].join(' ').trimEnd();
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

/** Its numbers up to the first that is not known. */
function versionOf(name: VersionedName | undefined): string | undefined {
  if (name?.major === undefined) return undefined;
  const numbers = [name.major, name.minor, name.patch, name.build];
  const end = numbers.indexOf(undefined);
  return numbers.slice(0, end < 0 ? numbers.length : end).join('.');
}
