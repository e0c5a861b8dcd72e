/**
 * Filters by node attributes: `include`, `exclude` and `require`, for the cluster and for the
 * index.
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
  if (rules.some((rule) => matches(node, rule))) return undefined;
  return no(
    () =>
      `initial allocation of the shrunken index is only allowed on nodes [${describe(rules)}] that hold a copy of every shard in the index`,
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
      return no(
        () => `node ${verb} ${level} setting [${prefix}${kind}] filters [${describe(rules)}]`,
      );
    }
  }
  return PASSES;
}

interface Rule {
  readonly attribute: string;
  readonly patterns: string;
}

function passes(kind: (typeof KINDS)[number], rules: readonly Rule[], node: ClusterNode): boolean {
  const isMatch = (rule: Rule) => matches(node, rule);
  if (kind === 'require') return rules.every(isMatch);
  return kind === 'include' ? rules.some(isMatch) : !rules.some(isMatch);
}

/** True if the settings have filters. Most have none, and the question comes for every copy. */
const hasRules = onceFor((settings: Settings) =>
  LEVELS.some(({ prefix }) =>
    KINDS.some((kind) => rulesOf(settings, `${prefix}${kind}`).length > 0),
  ),
);

function rulesOf(settings: Settings, prefix: string): Rule[] {
  const rules: Rule[] = [];
  for (const [key, patterns] of settings) {
    if (patterns !== '' && key.startsWith(`${prefix}.`)) {
      rules.push({ attribute: key.slice(prefix.length + 1), patterns });
    }
  }
  return rules;
}

function describe(rules: readonly Rule[]): string {
  return rules.map(({ attribute, patterns }) => `${attribute}:"${patterns}"`).join(' OR ');
}

function matches(node: ClusterNode, { attribute, patterns }: Rule): boolean {
  const actual = attributeOf(node, attribute);
  if (actual === undefined) return false;
  return patterns.split(',').some((pattern) => simpleMatch(pattern.trim(), actual));
}

function attributeOf(node: ClusterNode, attribute: string): string | undefined {
  switch (attribute) {
    case '_id':
      return node.id;
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
