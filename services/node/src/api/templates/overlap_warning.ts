/** The warning for a template that shares index patterns with older ones. */
import {
  type ClusterState,
  type ComposableTemplate,
  type IndexTemplate,
  type Overlapping,
  overlappingComposable,
  overlappingLegacy,
  shownPatterns,
} from '@skein/cluster';

type Headers = Readonly<Record<string, string>>;

export function composableWarning(state: ClusterState, template: ComposableTemplate): Headers {
  const others = overlappingLegacy(state, template.patterns);
  if (others.length === 0) return {};
  const { name, patterns } = template;
  return warning(
    `index template [${name}] has index patterns [${patterns.join(', ')}] matching patterns from existing older templates ${shown(others)}; this template [${name}] will take precedence during new index creation`,
  );
}

export function legacyWarning(state: ClusterState, { name, patterns }: IndexTemplate): Headers {
  const others = overlappingComposable(state, { name: '', patterns });
  if (others.length === 0) return {};
  return warning(
    `legacy template [${name}] has index patterns [${patterns.join(', ')}] matching patterns from existing composable templates ${shown(others)}; this template [${name}] may be ignored in favor of a composable template at index creation time`,
  );
}

function shown(others: readonly Overlapping[]): string {
  return `[${others.map(({ name }) => name).join(',')}] with patterns (${shownPatterns(others)})`;
}

/** A `Warning` header of RFC 7234 §5.5: code, agent, quoted text. */
function warning(text: string): Headers {
  return { warning: `299 Skein "${text.replaceAll(/["\\]/g, '\\$&')}"` };
}
