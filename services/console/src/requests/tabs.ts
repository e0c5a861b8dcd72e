/**
 * Named tabs of requests and the requests run last: plain data, in the form that the cluster
 * stores.
 */
export interface Tab {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

export interface RunRecord {
  /** The text of the request. */
  readonly text: string;
  readonly status: number;
  readonly atMs: number;
}

export interface Tabs {
  readonly tabs: readonly Tab[];
  readonly history: readonly RunRecord[];
}

export const MOST_HISTORY = 100;

const FIRST_TAB: Tab = {
  id: '1',
  name: '1',
  text: `# Ctrl+Enter runs the request that the caret is in.
GET /

GET /_cat/indices?v

POST /_search
{
  "query": { "match_all": {} }
}
`,
};

/** Reads the stored tabs. Content in another form counts as nothing stored. */
export function readTabs(content: unknown): Tabs {
  const [tabs, history] = [memberOf(content, 'tabs'), memberOf(content, 'history')];
  const known = Array.isArray(tabs) ? tabs.filter(isTab) : [];
  return {
    tabs: known.length === 0 ? [FIRST_TAB] : known,
    history: Array.isArray(history) ? history.slice(0, MOST_HISTORY) : [],
  };
}

function isTab(value: unknown): value is Tab {
  return ['id', 'name', 'text'].every((name) => typeof memberOf(value, name) === 'string');
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Adds a tab at the end, with an id that no other tab has. */
export function withTab(state: Tabs, text: string, name?: string): Tabs {
  const numbers = state.tabs.map(({ id }) => Number(id)).filter(Number.isInteger);
  const id = String(Math.max(0, ...numbers) + 1);
  return { ...state, tabs: [...state.tabs, { id, name: name ?? id, text }] };
}

/** Removes a tab. If it is the last one, an empty one takes its place. */
export function withoutTab(state: Tabs, id: string): Tabs {
  const tabs = state.tabs.filter((tab) => tab.id !== id);
  return tabs.length === 0
    ? { ...state, tabs: [{ id: '1', name: '1', text: '' }] }
    : { ...state, tabs };
}

export function withTabChange(state: Tabs, id: string, change: Partial<Omit<Tab, 'id'>>): Tabs {
  return { ...state, tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, ...change } : tab)) };
}

/** Adds a run at the front; an earlier run of the same request is removed. */
export function withRun(state: Tabs, run: RunRecord): Tabs {
  const others = state.history.filter(({ text }) => text !== run.text);
  return { ...state, history: [run, ...others].slice(0, MOST_HISTORY) };
}
