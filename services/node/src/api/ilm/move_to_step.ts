/** `POST /_ilm/move/{index}`: moves an index to another step of its policy. */
import type { IndexMetadata, ManagedIndex } from '@skein/cluster';
import { isJsonObject, type JsonValue } from '@skein/content';
import { illegalArgument } from '@skein/errors';
import { acknowledged } from '@skein/http';
import { inState, readPolicy } from '@skein/lifecycle';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { stepByHand } from '../step_by_hand.js';
import { type Standing, standingOf } from './standing.js';

export const move_to_step = defineEndpoint({
  id: 'ilm.move_to_step',
  shape: 'master',
  routes: ['POST /_ilm/move/{index}'],
  params: MASTER_PARAMS,
  body: 'json',
  privilege: 'indices:manage',
  parse: ({ pathParams, params, body }) => {
    const { current_step, next_step, ...others } = body.requiredObject();
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) throw illegalArgument(`unknown field [${unknown}]`);
    return {
      index: pathParams.index ?? '',
      from: placeOf('current_step', current_step),
      to: placeOf('next_step', next_step),
      options: submitOptions(params),
    };
  },
  handle: async ({ index: name, from, to, options }, actors, { identity, nowMs, signal }) => {
    const { masterService, security } = actors;
    security.authorizeIndices(identity, 'indices:manage', [name]);
    const decide = (index: IndexMetadata) => ({
      to: movedTo(index, { from, to, nowMs }),
      effects: [],
    });
    return acknowledged({}, await stepByHand(name, decide, { masterService, options, signal }));
  },
});

function movedTo(
  { name, lifecycle: managed }: IndexMetadata,
  { from, to, nowMs }: { readonly from: Place; readonly to: Place; readonly nowMs: number },
): ManagedIndex {
  if (managed?.dialect !== 'ilm')
    throw illegalArgument(`index [${name}] is not associated with an Index Lifecycle Policy`);
  checkStanding(name, standingOf(managed), from);
  const phase = checkedPhase(managed.policy, to);
  const action = actionNumber(managed.policy, to);
  return { ...inState(managed, phase, nowMs), action };
}

/** An omitted step or action means the first one of the action or phase. */
type Place = Pick<Standing, 'phase'> & Partial<Standing>;

function placeOf(key: string, json: JsonValue | undefined): Place {
  if (!isJsonObject(json) || typeof json.phase !== 'string')
    throw illegalArgument(`[${key}] needs a [phase]`);
  const { phase, action, name, ...others } = json;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw illegalArgument(`[${key}] unknown field [${unknown}]`);
  const isText = (value: JsonValue | undefined): value is string | undefined =>
    value === undefined || typeof value === 'string';
  if (!isText(action)) throw illegalArgument(`[${key}] needs a text as [action]`);
  if (!isText(name)) throw illegalArgument(`[${key}] needs a text as [name]`);
  return {
    phase,
    ...(action === undefined ? {} : { action }),
    ...(name === undefined ? {} : { step: name }),
  };
}

function checkStanding(index: string, now: Standing, from: Place): void {
  const isThere =
    now.phase === from.phase &&
    (from.action ?? now.action) === now.action &&
    (from.step ?? now.step) === now.step;
  if (isThere) return;
  throw illegalArgument(
    `index [${index}] is not on current step [${JSON.stringify(shown(from))}], currently: [${JSON.stringify(shown(now))}]`,
  );
}

function shown({ phase, action, step }: Place) {
  return { phase, action, name: step };
}

function checkedPhase(source: Parameters<typeof readPolicy>[1], { phase }: Place): string {
  if (readPolicy('ilm', source).states.has(phase)) return phase;
  throw illegalArgument(`the policy has no phase [${phase}]`);
}

function actionNumber(source: Parameters<typeof readPolicy>[1], { phase, action }: Place): number {
  const actions = readPolicy('ilm', source).states.get(phase)?.actions ?? [];
  if (action === undefined) return 0;
  if (action === 'complete') return actions.length;
  const number = actions.findIndex(({ name }) => name === action);
  if (number >= 0) return number;
  throw illegalArgument(`phase [${phase}] of the policy has no action [${action}]`);
}
