/** All areas. */
import type { Area } from '../area.ts';
import { AGGREGATIONS } from './aggregations.ts';
import { ANALYZE } from './analyze.ts';
import { INGEST } from './ingest.ts';
import { REQUESTS } from './requests.ts';
import { SEARCH } from './search.ts';
import { TEMPLATES } from './templates.ts';

export const AREAS: readonly Area[] = [ANALYZE, SEARCH, AGGREGATIONS, INGEST, REQUESTS, TEMPLATES];
