/** Decisions of the deciders in the form of the API. */
import type { Decision } from '@skein/cluster';
import type { JsonObject } from '@skein/content';

export function renderDecisions(
  decisions: readonly Decision[],
  includeYes: boolean,
): readonly JsonObject[] {
  return decisions
    .filter(({ answer }) => includeYes || answer !== 'YES')
    .map(({ decider, answer, explanation }) => ({ decider, decision: answer, explanation }));
}
