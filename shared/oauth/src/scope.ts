/**
 * Scopes: the rights of a token. Grammar (every character is legal in an RFC 6749 §3.3 scope
 * token):
 *
 *     cluster:(monitor|manage|all)
 *     indices:(read|write|create|monitor|manage|all):PATTERN
 *     pipelines:manage  templates:manage  scripts:manage  snapshots:manage  tasks:manage
 *     security:(read|manage)
 *
 * PATTERN consists of index-name characters and `*`. `all` includes the others of its family,
 * `manage` includes `monitor`; nothing else nests. Unknown or malformed entries grant nothing.
 */
import { reachesIndex } from './index_pattern.js';

export type ClusterLevel = 'monitor' | 'manage';
export type IndexLevel = 'read' | 'write' | 'create' | 'monitor' | 'manage';
export type ManagedFamily = 'pipelines' | 'templates' | 'scripts' | 'snapshots' | 'tasks';

interface ScopeEntry {
  readonly family: string;
  readonly level: string;
  readonly pattern: string | undefined;
}

const LEVELS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    cluster: ['monitor', 'manage', 'all'],
    indices: ['read', 'write', 'create', 'monitor', 'manage', 'all'],
    pipelines: ['manage'],
    templates: ['manage'],
    scripts: ['manage'],
    snapshots: ['manage'],
    tasks: ['manage'],
    security: ['read', 'manage'],
  }),
);

/** Index-name characters and `*`: no upper case, and no characters forbidden in index names. */
const INDEX_PATTERN = /^[^A-Z\s"\\/|,<>#?:]+$/u;

/** RFC 6749 §3.3: `%x21 / %x23-5B / %x5D-7E`. */
const SCOPE_TOKEN = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

export function isScopeToken(text: string): boolean {
  return SCOPE_TOKEN.test(text);
}

/** Undefined if the entry does not match the grammar. */
export function parseScopeEntry(text: string): ScopeEntry | undefined {
  const [family = '', level = '', pattern, ...rest] = text.split(':');
  if (!LEVELS.get(family)?.includes(level) || rest.length > 0) return undefined;
  const wantsPattern = family === 'indices';
  if (wantsPattern !== (pattern !== undefined)) return undefined;
  if (pattern !== undefined && !INDEX_PATTERN.test(pattern)) return undefined;
  return { family, level, pattern };
}

/** True if the entry allows reading documents of indices. */
export function isReading({ family, level }: ScopeEntry): boolean {
  return family === 'indices' && holds(level, 'read');
}

export function splitScope(text: string): string[] {
  return text.split(' ').filter((entry) => entry !== '');
}

/** The rights of a set of scope entries. Immutable. */
export class ScopeSet {
  readonly #entries: readonly ScopeEntry[];

  constructor(scope: string) {
    this.#entries = entriesOf(splitScope(scope));
  }

  allowsCluster(level: ClusterLevel): boolean {
    return this.#entries.some((entry) => entry.family === 'cluster' && holds(entry.level, level));
  }

  allowsIndex(level: IndexLevel, index: string): boolean {
    return this.#entries.some(
      (entry) =>
        entry.family === 'indices' &&
        holds(entry.level, level) &&
        reachesIndex(entry.pattern ?? '', index),
    );
  }

  /** True if it is allowed on some index. */
  allowsSomeIndex(level: IndexLevel): boolean {
    return this.#entries.some((entry) => entry.family === 'indices' && holds(entry.level, level));
  }

  allowsManaging(family: ManagedFamily): boolean {
    return this.#entries.some((entry) => entry.family === family);
  }

  allowsSecurity(level: 'read' | 'manage'): boolean {
    return this.#entries.some(
      (entry) => entry.family === 'security' && holdsSecurity(entry.level, level),
    );
  }
}

function holds(granted: string, wanted: string): boolean {
  return granted === wanted || granted === 'all' || (granted === 'manage' && wanted === 'monitor');
}

/** For `security`: the right to change users and clients includes the right to see them. */
function holdsSecurity(granted: string, wanted: string): boolean {
  return granted === wanted || granted === 'manage';
}

function holdingOf(family: string): (granted: string, wanted: string) => boolean {
  return family === 'security' ? holdsSecurity : holds;
}

/**
 * The requested entries that `allowed` covers. A granted pattern covers a requested one if they are
 * equal, or if the granted one ends in its only `*` and the requested one starts with the part
 * before it.
 */
export function narrowScope(requested: readonly string[], allowed: readonly string[]): string[] {
  const grants = allowed.map(parseScopeEntry);
  return requested.filter((text) => {
    const wanted = parseScopeEntry(text);
    return (
      wanted !== undefined && grants.some((grant) => grant !== undefined && covers(grant, wanted))
    );
  });
}

function covers(grant: ScopeEntry, wanted: ScopeEntry): boolean {
  if (grant.family !== wanted.family) return false;
  if (!holdingOf(grant.family)(grant.level, wanted.level)) return false;
  return isWithin(wanted.pattern, grant.pattern);
}

/**
 * True if every index that `inner` matches certainly matches `outer`. Of one family, either both
 * entries have a pattern or none has.
 */
function isWithin(inner = '', outer = ''): boolean {
  if (inner === outer) return true;
  const star = outer.indexOf('*');
  return star === outer.length - 1 && inner.startsWith(outer.slice(0, star));
}

/**
 * The common rights of both lists, entry by entry: `indices:all:logs-*` and `indices:read:*` have
 * `indices:read:logs-*` in common. Patterns that overlap without one containing the other have
 * nothing in common, to give rather less than more.
 */
export function intersectScopes(left: readonly string[], right: readonly string[]): string[] {
  const [lefts, rights] = [entriesOf(left), entriesOf(right)];
  const common = new Set<string>();
  for (const a of lefts) {
    for (const b of rights) {
      const both = meet(a, b);
      if (both !== undefined) common.add(both);
    }
  }
  return [...common];
}

function entriesOf(scope: readonly string[]): readonly ScopeEntry[] {
  return scope.flatMap((text) => parseScopeEntry(text) ?? []);
}

function meet(a: ScopeEntry, b: ScopeEntry): string | undefined {
  if (a.family !== b.family) return undefined;
  const level = lesser(a.level, b.level, holdingOf(a.family));
  const pattern = lesser(a.pattern, b.pattern, (outer, inner) => isWithin(inner, outer));
  if (level === undefined || (pattern === undefined && a.pattern !== undefined)) return undefined;
  return [a.family, level, ...(pattern === undefined ? [] : [pattern])].join(':');
}

function lesser<T extends string | undefined>(
  a: T,
  b: T,
  contains: (outer: T, inner: T) => boolean,
): T | undefined {
  if (contains(a, b)) return b;
  return contains(b, a) ? a : undefined;
}
