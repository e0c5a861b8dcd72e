/**
 * Policies for the lifecycle of indices in both languages: with states (ISM) and with phases (ILM).
 */
import { type ItemList, itemList } from './item_list.js';

interface IsmPolicy {
  readonly _id: string;
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly policy: {
    readonly description?: string;
    readonly default_state: string;
    readonly states: readonly { readonly name: string }[];
    readonly ism_template?: unknown;
  };
}

const MOST_POLICIES = 1_000;

const ISM = itemList<{ readonly policies: readonly IsmPolicy[] }>({
  key: 'ism',
  title: 'data.policies.ism',
  path: `/_plugins/_ism/policies?size=${MOST_POLICIES}`,
  items: ({ policies }) => {
    return policies.map(({ _id: name, _seq_no: seqNo, _primary_term: term, policy }) => {
      const { description, default_state, states, ism_template } = policy;
      return {
        name,
        summary: [description, states.map((state) => state.name).join(' → ')]
          .filter(Boolean)
          .join(': '),
        body: { policy: { description, default_state, states, ism_template } },
        version: `?if_seq_no=${seqNo}&if_primary_term=${term}`,
      };
    });
  },
  itemPath: '/_plugins/_ism/policies/',
  right: 'cluster:manage',
  isWritable: true,
  canSimulate: false,
});

interface IlmPolicy {
  readonly policy: { readonly phases: Readonly<Record<string, object>> };
}

const ILM = itemList<Readonly<Record<string, IlmPolicy>>>({
  key: 'ilm',
  title: 'data.policies.ilm',
  path: '/_ilm/policy',
  items: (answer) =>
    Object.entries(answer).map(([name, { policy }]) => ({
      name,
      summary: Object.keys(policy.phases).join(' → '),
      body: { policy },
    })),
  itemPath: '/_ilm/policy/',
  right: 'cluster:manage',
  isWritable: true,
  canSimulate: false,
});

export const POLICY_LISTS: readonly ItemList[] = [ISM, ILM];
