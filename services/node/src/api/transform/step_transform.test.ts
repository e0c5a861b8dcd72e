import { type ClusterState, emptyState, type TransformRecord } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import type { Actors } from '../../actors.js';
import { stepTransform } from './step_transform.js';

type MasterService = Actors['masterService'];

const BEGUN: TransformRecord = {
  id: 'pages',
  source: {},
  owner: {},
  version: 1,
  createMs: 5,
  state: 'started',
  checkpoint: 0,
  dueMs: 0,
  failures: 0,
  stats: {},
};

/** A master at which the transform makes a step of its own before each of the first steps asked. */
class BusyMaster {
  readonly submitted: object[] = [];
  #record = BEGUN;
  #ownSteps: number;

  constructor(ownSteps: number) {
    this.#ownSteps = ownSteps;
  }

  readonly service = {
    state: () => this.#state(),
    submit: async (_command: string, request: { readonly version: number }) => {
      if (this.#ownSteps-- > 0) {
        this.#record = { ...this.#record, state: 'indexing', version: this.#record.version + 1 };
      }
      if (request.version !== this.#record.version) {
        throw new ApiError('version_conflict_engine_exception', 'another version');
      }
      this.submitted.push(request);
      return { acknowledged: true };
    },
    waitFor: async (holds: (state: ClusterState) => boolean) => holds(this.#state()),
  } as unknown as MasterService;

  #state(): ClusterState {
    const state = emptyState('c', 'u');
    const transforms = new Map([['pages', this.#record]]);
    return { ...state, metadata: { ...state.metadata, transforms } };
  }
}

function stepOf(master: BusyMaster) {
  const options = { timeoutMs: 1, masterTimeoutMs: 1 };
  return { masterService: master.service, options, signal: new AbortController().signal };
}

it('decides anew if the transform made a step meanwhile', async () => {
  const master = new BusyMaster(2);
  const seen: string[] = [];
  const decide = ({ state }: TransformRecord) => {
    seen.push(state);
    return { dueMs: 7 };
  };
  expect(await stepTransform('pages', decide, stepOf(master))).toBe(true);
  expect(seen).toEqual(['started', 'indexing', 'indexing']);
  expect(master.submitted).toEqual([
    { id: 'pages', createMs: 5, version: 3, progress: { dueMs: 7 } },
  ]);
});

it('does nothing if nothing is left to do', async () => {
  const master = new BusyMaster(1);
  const decide = ({ state }: TransformRecord) => (state === 'started' ? { dueMs: 7 } : undefined);
  expect(await stepTransform('pages', decide, stepOf(master))).toBe(true);
  expect(master.submitted).toEqual([]);
});

it('names a transform that is missing', async () => {
  const asked = stepTransform('other', () => ({}), stepOf(new BusyMaster(0)));
  await expect(asked).rejects.toMatchObject({
    type: 'resource_not_found_exception',
    reason: 'Transform with id [other] could not be found',
  });
});
