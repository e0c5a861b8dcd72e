/**
 * Refuses templates of a policy that apply to the same names as others of the same priority, since
 * nothing would decide which policy a new index gets.
 */
import { anyOverlap, type LifecyclePolicy } from '@skein/cluster';
import { illegal } from '../members.js';
import type { Policy } from '../policy.js';
import { readPolicy } from '../read_policy.js';

type Templates = Policy['templates'];
type Template = Templates[number];

/** Throws illegal_argument_exception. `others`: policies in the cluster; some may be of phases. */
export function checkTemplateConflicts(
  id: string,
  templates: Templates,
  others: Iterable<LifecyclePolicy>,
): void {
  const ofOthers = [...others].flatMap((other) =>
    other.dialect !== 'ism' || other.id === id
      ? []
      : readPolicy('ism', other.source).templates.map((one) => ({ ...one, of: other.id })),
  );
  templates.forEach((template, i) => {
    const { patterns, priority } = template;
    const begin = `New policy ${id} has an ISM template with index pattern [${patterns.join(', ')}]`;
    const own = templates.find((one, j) => j > i && areEqual(one, template));
    if (own !== undefined) {
      const others = `this policy's other ISM templates with index patterns [${own.patterns.join(', ')}]`;
      throw illegal(`${begin} matching ${others}, please use different priority`);
    }
    const found = ofOthers.filter((one) => areEqual(one, template));
    if (found.length === 0) return;
    const shown = found.map(({ of, patterns: given }) => `${of}=[${given.join(', ')}]`);
    throw illegal(
      `${begin} matching existing policy templates {${shown.join(', ')}}, please use a different priority than ${priority}`,
    );
  });
}

function areEqual(one: Template, other: Template): boolean {
  return one.priority === other.priority && anyOverlap(one.patterns, other.patterns);
}
