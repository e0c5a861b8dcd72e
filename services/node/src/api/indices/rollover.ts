/** `POST /{alias}/_rollover`, `POST /{alias}/_rollover/{new_index}` */
import {
  type AliasDefinition,
  type CreateIndexRequest,
  planRollover,
  type RolloverPlan,
} from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { booleanParam, jsonReply, orDefault, type Reply } from '@skein/http';
import { type FieldReaders, fieldReader, readFields } from '@skein/reading';
import type { Actors } from '../../actors.js';
import type { SubmitOptions } from '../../master_service/mod.js';
import { checkAddedFilters } from '../../shard_host/mod.js';
import { activeCopiesParam, MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint, type RequestContext } from '../endpoint.js';
import type { ShapeActors } from '../endpoint_shapes.js';
import { type LocatedBody, locatedBody } from '../search/search_body.js';
import { readAliases } from './aliases/read_alias.js';
import { readNewMapping } from './create.js';
import { newIndexActive } from './new_index_reply.js';
import { readNewSettings } from './read_settings.js';
import { areMet, type Condition, readConditions } from './rollover_conditions.js';
import { primaryStats } from './stats/primary_stats.js';

interface Rollover {
  readonly alias: string;
  readonly newIndex: string | undefined;
  readonly conditions: readonly Condition[];
  readonly begins: Pick<CreateIndexRequest, 'settings' | 'mapping' | 'aliases'>;
  readonly isDryRun: boolean;
  /** True if the rollover happens at the next write. */
  readonly isLazy: boolean;
  readonly waitFor: string | undefined;
  readonly options: SubmitOptions;
}

export const rollover = defineEndpoint({
  id: 'indices.rollover',
  shape: 'master',
  routes: ['POST /{alias}/_rollover', 'POST /{alias}/_rollover/{new_index}'],
  params: {
    ...MASTER_PARAMS,
    dry_run: orDefault(booleanParam, false),
    lazy: orDefault(booleanParam, false),
    wait_for_active_shards: activeCopiesParam,
  },
  body: 'json',
  privilege: 'indices:manage',
  parse: ({ pathParams, params, body }): Rollover => ({
    alias: pathParams.alias ?? '',
    newIndex: pathParams.new_index,
    ...readBody(locatedBody(body)),
    isDryRun: params.dry_run,
    isLazy: params.lazy,
    waitFor: params.wait_for_active_shards,
    options: submitOptions(params),
  }),
  handle: async (request, actors, context) => {
    const { alias, newIndex, conditions, isDryRun, begins } = request;
    const { security, masterService } = actors;
    const state = masterService.state();
    const { identity, nowMs } = context;
    security.authorizeIndices(identity, 'indices:manage', [alias]);
    const plan = planRollover(state, { alias, newIndex, nowMs });
    security.authorizeIndices(identity, 'indices:manage', [plan.oldIndex]);
    const isStream = state.metadata.dataStreams.has(alias);
    if (isStream) checkNothingGiven(begins);
    if (request.isLazy) return rollOverLater(plan, request, actors);
    const made = [plan.newIndex, ...begins.aliases.map((one: AliasDefinition) => one.alias)];
    security.authorizeIndices(identity, 'indices:create', made);
    const met = await conditionsMet(conditions, plan, actors, context);
    if (isDryRun || !areMet(conditions, met))
      return rolloverReply(plan, met, { isDryRun, ...NOT_DONE });
    return rolloverReply(plan, met, {
      isDryRun,
      isRolledOver: true,
      ...(await rollOver(plan, request, actors, context)),
    });
  },
});

function readBody({ json, locate }: LocatedBody): Pick<Rollover, 'conditions' | 'begins'> {
  let conditions: readonly Condition[] = [];
  let begins: Rollover['begins'] = { settings: new Map(), mapping: {}, aliases: [] };
  const readers: FieldReaders = {
    conditions: fieldReader('object', (given) => {
      conditions = readConditions(given, locate);
    }),
    settings: [
      'object',
      (given) => {
        begins = { ...begins, settings: readNewSettings(given) };
      },
    ],
    mappings: [
      'object',
      (given) => {
        begins = { ...begins, mapping: readNewMapping(given) };
      },
    ],
    aliases: [
      'object',
      (given) => {
        begins = { ...begins, aliases: readAliases(given) };
      },
    ],
  };
  readFields(json ?? {}, readers, { name: 'rollover', locate });
  return { conditions, begins };
}

/** Refuses settings for a data stream, because its template defines its next index. */
function checkNothingGiven({ settings, mapping, aliases }: Rollover['begins']): void {
  if (settings.size + Object.keys(mapping).length + aliases.length === 0) return;
  throw new ApiError(
    'illegal_argument_exception',
    'aliases, mappings, and index settings may not be specified when rolling over a data stream',
  );
}

/** The result of each condition, by its display form. */
async function conditionsMet(
  conditions: readonly Condition[],
  { oldIndex }: RolloverPlan,
  actors: ShapeActors['master'],
  context: RequestContext,
): Promise<Readonly<Record<string, boolean>>> {
  const index = actors.masterService.state().metadata.indices.get(oldIndex);
  if (conditions.length === 0 || index === undefined) return {};
  const stats = [...(await primaryStats(oldIndex, actors, context)).values()];
  const rolled = { index, stats, nowMs: context.nowMs };
  return Object.fromEntries(conditions.map(({ shown, isMet }) => [shown, isMet(rolled)]));
}

interface Outcome {
  readonly isAcknowledged: boolean;
  readonly isShardsAcknowledged: boolean;
}

const NOT_DONE = { isAcknowledged: false, isShardsAcknowledged: false, isRolledOver: false };

async function rollOver(
  plan: RolloverPlan,
  { begins, waitFor, options }: Rollover,
  actors: ShapeActors['master'],
  context: RequestContext,
): Promise<Outcome> {
  const { signal } = context;
  const request = { ...plan, ...begins };
  const state = actors.masterService.state();
  await checkAddedFilters({ command: 'rollover', request }, { ...actors, state }, context);
  const { acknowledged } = await actors.masterService.submit('rollover', request, options);
  const index = plan.newIndex;
  const wait = { index, isAcknowledged: acknowledged, waitFor, options, signal };
  const isShardsAcknowledged = await newIndexActive(actors, wait);
  // As in OpenSearch, the change is acknowledged once it is committed.
  return { isAcknowledged: true, isShardsAcknowledged };
}

async function rollOverLater(
  plan: RolloverPlan,
  { conditions, isDryRun, options }: Rollover,
  { masterService }: Pick<Actors, 'masterService'>,
): Promise<Reply> {
  if (conditions.length > 0) {
    const reason = 'lazy rollover can be used only without any conditions';
    throw new ApiError('illegal_argument_exception', reason);
  }
  if (isDryRun) return rolloverReply(plan, {}, { isDryRun, isLazy: true, ...NOT_DONE });
  const request = { stream: plan.alias };
  const { acknowledged } = await masterService.submit('lazy_rollover', request, options);
  const done = { ...NOT_DONE, isAcknowledged: acknowledged };
  return rolloverReply(plan, {}, { isDryRun, isLazy: true, ...done });
}

function rolloverReply(
  { oldIndex, newIndex }: RolloverPlan,
  conditions: Readonly<Record<string, boolean>>,
  done: Outcome & {
    readonly isDryRun: boolean;
    readonly isRolledOver: boolean;
    readonly isLazy?: boolean;
  },
): Reply {
  return jsonReply({
    acknowledged: done.isAcknowledged,
    shards_acknowledged: done.isShardsAcknowledged,
    old_index: oldIndex,
    new_index: newIndex,
    rolled_over: done.isRolledOver,
    dry_run: done.isDryRun,
    ...(done.isLazy === true ? { lazy: true } : {}),
    conditions,
  });
}
