import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { askJson } from '../api/client.js';
import { place, setParams } from '../browser/navigation.js';
import { t } from '../messages/messages.js';
import { Failure } from '../widgets/failure.js';
import { useAsked } from '../widgets/use_asked.js';
import { ChartButton, ChartPanel } from './chart_panel.js';
import { ExportDialog } from './export_dialog.js';
import { type FieldCaps, type FieldInfo, readFields } from './fields.js';
import { FieldsPanel } from './fields_panel.js';
import { FilterChips } from './filter_chips.js';
import { HitsTable } from './hits_table.js';
import { QueryBar, type SearchParts } from './query_bar.js';
import { RequestDialog } from './request_dialog.js';
import { encodePath, type Results, SearchSession } from './search_session.js';
import { readState, type SearchState, writeState } from './search_state.js';
import { StartChoices } from './start_choices.js';
import { TimeHistogram } from './time_histogram.js';

const NO_FIELDS: readonly FieldInfo[] = [];

export function SearchPage() {
  const { params } = place.value;
  const state = useMemo(() => readState(params), [params]);
  const change = (next: SearchState) => setParams(writeState(next));
  const fields = useFields(state.index);
  const session = useMemo(() => new SearchSession(askJson), []);
  useEffect(() => () => session.close(), []);
  const known = fields.value;
  const asked = useSignal(0);
  useEffect(() => {
    if (state.index !== '' && known !== undefined) void session.search({ state, fields: known });
  }, [state, known, asked.value]);
  const search = () => {
    asked.value++;
  };
  const error = fields.error ?? session.error.value;
  const results = state.index === '' ? undefined : session.results.value;
  const parts = { state, fields: known ?? NO_FIELDS, change };
  return (
    <>
      <h1>{t('search.title')}</h1>
      <QueryBar {...parts} search={search} />
      <FilterChips {...{ state, change }} />
      {error === undefined ? null : <Failure error={error} retry={search} />}
      {state.index === '' ? <StartChoices /> : null}
      {results === undefined && session.isLoading.value ? (
        <p class="muted">{t('app.loading')}</p>
      ) : null}
      {results === undefined ? null : (
        <div class="search-columns">
          <FieldsPanel {...parts} />
          <div class="search-results" aria-busy={session.isLoading.value}>
            <ResultsHead {...parts} results={results} />
            <ChartPanel {...parts} />
            <TimeHistogram buckets={results.buckets} {...{ state, change }} />
            <HitsTable {...parts} hits={results.hits} />
            {results.hits.length < results.total ? (
              <button
                type="button"
                disabled={session.isLoading.value}
                onClick={() => void session.more()}
              >
                {t('search.more')}
              </button>
            ) : null}
          </div>
        </div>
      )}
    </>
  );
}

function useFields(index: string) {
  const path = `/${encodePath(index)}/_field_caps?fields=*&ignore_unavailable=true`;
  return useAsked(
    async (signal) =>
      index === '' ? NO_FIELDS : readFields(await askJson<FieldCaps>({ path, signal })),
    { inputs: [index] },
  );
}

function ResultsHead({ results, ...parts }: SearchParts & { readonly results: Results }) {
  const isRequestShown = useSignal(false);
  const isExportShown = useSignal(false);
  const { total, relation, hits, tookMs } = results;
  const key = relation === 'gte' ? 'search.found.more' : 'search.found';
  return (
    <div class="results-head">
      <p role="status">{t(key, { total, shown: hits.length, took: tookMs })}</p>
      <div class="buttons">
        <button type="button" onClick={() => (isRequestShown.value = true)}>
          {t('search.request')}
        </button>
        <button type="button" disabled={total === 0} onClick={() => (isExportShown.value = true)}>
          {t('search.export')}
        </button>
        <ChartButton {...parts} />
      </div>
      <RequestDialog isOpen={isRequestShown} request={results.request} />
      <ExportDialog isOpen={isExportShown} {...parts} total={total} />
    </div>
  );
}
