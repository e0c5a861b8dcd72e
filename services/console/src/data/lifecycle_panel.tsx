import { askJson } from '../api/client.js';
import { t } from '../messages/messages.js';
import { may } from '../session/session.js';
import { Failure } from '../widgets/failure.js';
import { Table } from '../widgets/table.js';
import { useAction } from '../widgets/use_action.js';
import { useAsked } from '../widgets/use_asked.js';
import { ilmStandings, ismStandings, retryRequest, type Standing } from './lifecycle.js';

const INTERVAL_MS = 10_000;

async function readStandings(signal: AbortSignal): Promise<readonly Standing[]> {
  const [ism, ilm] = await Promise.all([
    askJson<Parameters<typeof ismStandings>[0]>({ path: '/_plugins/_ism/explain', signal }),
    askJson<Parameters<typeof ilmStandings>[0]>({
      path: '/*/_ilm/explain?only_managed=true',
      signal,
    }),
  ]);
  return [...ismStandings(ism), ...ilmStandings(ilm)].sort((a, b) => (a.index < b.index ? -1 : 1));
}

/** The indices with their place in their policy and the failure that stops them. */
export function LifecyclePanel() {
  const asked = useAsked(readStandings, { everyMs: INTERVAL_MS });
  const retrying = useAction();
  const retry = async (standing: Standing) => {
    if (await retrying.run(() => askJson(retryRequest(standing)))) asked.again();
  };
  const error = retrying.error ?? asked.error;
  const rows = (asked.value ?? []).map((standing) => ({
    key: `${standing.language} ${standing.index}`,
    head: standing.index,
    cells: [
      `${standing.policy} (${standing.language})`,
      standing.where,
      <span key="info" class={standing.hasFailed ? 'small bad' : 'small'}>
        {standing.info}
      </span>,
      standing.hasFailed ? (
        <button
          key="retry"
          type="button"
          disabled={!may('indices:manage')}
          onClick={() => void retry(standing)}
        >
          {t('app.retry')}
        </button>
      ) : null,
    ],
  }));
  return (
    <section class="panel">
      <h2 id="lifecycle">{t('data.lifecycle')}</h2>
      {error === undefined ? null : <Failure error={error} />}
      {asked.value === undefined ? null : (
        <Table
          labelledBy="lifecycle"
          columns={[
            t('search.index.one'),
            t('data.policy'),
            t('data.lifecycle.where'),
            t('data.lifecycle.info'),
            '',
          ]}
          rows={rows}
        />
      )}
    </section>
  );
}
