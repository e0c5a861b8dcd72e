/**
 * Filters by node attributes: `include`, `exclude` and `require`, for the cluster and for the
 * index. A node that is included or excluded has one of the values, a required one all of them.
 */
import { onceFor, simpleMatch } from '@skein/base';
import type { Settings } from '@skein/settings';
import type { ClusterNode } from '../../state/cluster_state.js';
import { no, type Verdict, yes } from '../decision.js';
import type { AllocationContext, Candidate, Decider } from './decider.js';

const PASSES = yes('node passes include/exclude/require filters');

const LEVELS = [
  { level: 'index', prefix: 'index.routing.allocation.' },
  { level: 'cluster', prefix: 'cluster.routing.allocation.' },
] as const;

const KINDS = ['require', 'include', 'exclude'] as const;

export const filter: Decider = {
  name: 'filter',
  canAllocate: (candidate, { node }, context) =>
    initialRecovery(candidate, node) ?? judge(candidate, node, context),
  canRemain: (candidate, { node }, context) => judge(candidate, node, context),
};

/** Restricts the first primary of a shrunken or split index to the nodes of its sources. */
function initialRecovery({ shard, copy }: Candidate, node: ClusterNode): Verdict | undefined {
  const { settings } = shard.index;
  const rules = rulesOf(settings, 'index.routing.allocation.initial_recovery');
  if (rules.length === 0 || !copy.primary || shard.inSync.length > 0) return undefined;
  if (rules.some((rule) => hasAny(node, rule))) return undefined;
  return no(
    () =>
      `initial allocation of the shrunken index is only allowed on nodes [${describe(rules, 'OR')}] that hold a copy of every shard in the index`,
  );
}

function judge({ shard }: Candidate, node: ClusterNode, context: AllocationContext): Verdict {
  for (const { level, prefix } of LEVELS) {
    const settings = level === 'index' ? shard.index.settings : context.rules.settings;
    if (!hasRules(settings)) continue;
    for (const kind of KINDS) {
      const rules = rulesOf(settings, `${prefix}${kind}`);
      if (rules.length === 0 || passes(kind, rules, node)) continue;
      const verb = kind === 'exclude' ? 'matches' : 'does not match';
      const shown = () => describe(rules, kind === 'require' ? 'AND' : 'OR');
      return no(() => `node ${verb} ${level} setting [${prefix}${kind}] filters [${shown()}]`);
    }
  }
  return PASSES;
}

interface Rule {
  readonly attribute: string;
  readonly patterns: readonly string[];
}

function passes(kind: (typeof KINDS)[number], rules: readonly Rule[], node: ClusterNode): boolean {
  if (kind === 'require') return rules.every((rule) => hasAll(node, rule));
  const isListed = rules.some((rule) => hasAny(node, rule));
  return kind === 'include' ? isListed : !isListed;
}

/** True if the settings have filters. Most have none, and the question comes for every copy. */
const hasRules = onceFor((settings: Settings) =>
  LEVELS.some(({ prefix }) =>
    KINDS.some((kind) => rulesOf(settings, `${prefix}${kind}`).length > 0),
  ),
);

function rulesOf(settings: Settings, prefix: string): Rule[] {
  const rules: Rule[] = [];
  for (const [key, value] of settings) {
    if (!key.startsWith(`${prefix}.`)) continue;
    const patterns = value.split(',').flatMap((part) => part.trim() || []);
    if (patterns.length > 0) rules.push({ attribute: key.slice(prefix.length + 1), patterns });
  }
  return rules;
}

function describe(rules: readonly Rule[], between: 'AND' | 'OR'): string {
  return rules
    .map(({ attribute, patterns }) => `${attribute}:"${patterns.join(` ${between} `)}"`)
    .join(',');
}

function hasAny(node: ClusterNode, { attribute, patterns }: Rule): boolean {
  return patterns.some((pattern) => matches(node, attribute, pattern));
}

/** A node has a single address, so one of several addresses is enough, as for OpenSearch. */
function hasAll(node: ClusterNode, rule: Rule): boolean {
  if (ADDRESSES.has(rule.attribute)) return hasAny(node, rule);
  return rule.patterns.every((pattern) => matches(node, rule.attribute, pattern));
}

const ADDRESSES: ReadonlySet<string> = new Set(['_ip', '_host_ip', '_publish_ip']);

function matches(node: ClusterNode, attribute: string, pattern: string): boolean {
  if (attribute === '_id') return pattern === node.id;
  const actual = attributeOf(node, attribute);
  return actual !== undefined && simpleMatch(pattern, actual);
}

function attributeOf(node: ClusterNode, attribute: string): string | undefined {
  switch (attribute) {
    case '_name':
    case 'name':
      return node.name;
    case '_host':
    case '_ip':
    case '_host_ip':
    case '_publish_ip':
      return node.host;
    default:
      return node.attributes.get(attribute);
  }
}
