/** The pages in the order of the navigation. Each page's file is loaded when the page is opened. */
import type { FunctionComponent } from 'preact';
import type { MessageKey } from './messages/en.js';

export interface PageEntry {
  /** The page's path in the address. */
  readonly path: string;
  readonly title: MessageKey;
  /** The key that opens the page after `g`. */
  readonly key: string;
  readonly load: () => Promise<FunctionComponent>;
}

const OVERVIEW: PageEntry = {
  path: 'overview',
  title: 'overview.title',
  key: 'o',
  load: async () => (await import('./overview/overview_page.js')).OverviewPage,
};

const SEARCH: PageEntry = {
  path: 'search',
  title: 'search.title',
  key: 's',
  load: async () => (await import('./search/search_page.js')).SearchPage,
};

const REQUESTS: PageEntry = {
  path: 'requests',
  title: 'requests.title',
  key: 'r',
  load: async () => (await import('./requests/requests_page.js')).RequestsPage,
};

const DATA: PageEntry = {
  path: 'data',
  title: 'data.title',
  key: 'd',
  load: async () => (await import('./data/data_page.js')).DataPage,
};

const ACCESS: PageEntry = {
  path: 'access',
  title: 'access.title',
  key: 'a',
  load: async () => (await import('./access/access_page.js')).AccessPage,
};

export const PAGES: readonly PageEntry[] = [OVERVIEW, SEARCH, REQUESTS, DATA, ACCESS];

/** The page at a path. An empty path is the first page's. */
export function pageAt(path: string): PageEntry | undefined {
  return path === '' ? PAGES[0] : PAGES.find((page) => page.path === path);
}
