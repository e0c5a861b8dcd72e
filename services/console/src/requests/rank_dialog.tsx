/**
 * Compares two versions of a query by judgments of documents: which one ranks the wanted documents
 * first.
 */
import { type Signal, useSignal } from '@preact/signals';
import { askJson } from '../api/client.js';
import { parseJson, writeJson } from '../json/exact_json.js';
import { language, t } from '../messages/messages.js';
import { encodePath } from '../search/search_session.js';
import { useIndexNames } from '../search/use_index_names.js';
import { Dialog } from '../widgets/dialog.js';
import { Choice, Field, TextField } from '../widgets/field.js';
import { Form } from '../widgets/form.js';
import { Table } from '../widgets/table.js';
import { useAction } from '../widgets/use_action.js';
import {
  RANK_METRICS,
  type RankAnswer,
  type RankedHit,
  rankBody,
  rankedRows,
  readJudgments,
  VERSIONS,
  withJudgment,
} from './rank_eval.js';

interface RankDialogProps {
  readonly isOpen: Signal<boolean>;
  /** Opens the request in a tab. */
  readonly open: (text: string, name: string) => void;
}

export function RankDialog(props: RankDialogProps) {
  return (
    <Dialog title={t('rank.title')} isOpen={props.isOpen}>
      <RankForm {...props} />
    </Dialog>
  );
}

const EXAMPLE = '{ "match": { "title": "sea" } }';

function RankForm({ isOpen, open }: RankDialogProps) {
  const index = useSignal('');
  const queries = { a: useSignal(EXAMPLE), b: useSignal(EXAMPLE) };
  const judged = useSignal('');
  const metric = useSignal<string>('dcg');
  const answer = useSignal<RankAnswer | undefined>(undefined);
  const { error, isRunning, run } = useAction();
  const { judgments, wrong } = readJudgments(judged.value);
  const path = () => `/${encodePath(index.value)}/_rank_eval`;
  const body = () =>
    rankBody({
      index: index.value.trim(),
      queries: { a: parseJson(queries.a.value), b: parseJson(queries.b.value) },
      judgments,
      metric: RANK_METRICS.find((one) => one === metric.value) ?? 'dcg',
    });
  const measure = () =>
    run(async () => {
      answer.value = await askJson<RankAnswer>({ method: 'POST', path: path(), body: body() });
    });
  const handOver = () =>
    run(async () => {
      open(`POST ${path()}\n${writeJson(body(), 2)}\n`, t('rank.tab'));
      isOpen.value = false;
    });
  return (
    <Form error={error} submit={measure}>
      <Field label={t('search.index.one')} value={index} choices={useIndexNames()} required />
      {VERSIONS.map((version) => (
        <TextField
          key={version}
          label={t(`rank.query.${version}`)}
          value={queries[version]}
          rows={3}
        />
      ))}
      <TextField label={t('rank.judgments')} value={judged} rows={4} />
      <WrongLines lines={wrong} />
      <Choice
        label={t('rank.metric')}
        value={metric}
        choices={RANK_METRICS.map((one) => [one, t(`rank.metric.${one}`)] as const)}
      />
      <div class="buttons">
        <button type="submit" class="first" disabled={isRunning}>
          {t('rank.run')}
        </button>
        <button type="button" onClick={() => void handOver()}>
          {t('requests.open')}
        </button>
      </div>
      {answer.value === undefined ? null : (
        <Ranked
          answer={answer.value}
          judge={(id, rating) => {
            judged.value = withJudgment(judged.value, { id, rating });
          }}
        />
      )}
    </Form>
  );
}

function WrongLines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return <p class="small bad">{t('rank.wrong', { lines: lines.join(', ') })}</p>;
}

const RATINGS = [0, 1, 2, 3];

function Ranked({
  answer,
  judge,
}: {
  readonly answer: RankAnswer;
  readonly judge: (id: string, rating: number) => void;
}) {
  const number = new Intl.NumberFormat(language.value, { maximumFractionDigits: 4 });
  const failures = Object.entries(answer.failures);
  const cell = (hit: RankedHit | undefined, version: string) =>
    hit === undefined ? null : (
      <label key={version} class="inline">
        <code>{hit.id}</code>
        <select
          aria-label={t('rank.rating', { id: hit.id })}
          value={hit.rating === undefined ? '' : String(hit.rating)}
          onChange={({ currentTarget }) => judge(hit.id, Number(currentTarget.value))}
        >
          <option value="" disabled>
            ?
          </option>
          {RATINGS.map((rating) => (
            <option key={rating} value={String(rating)}>
              {rating}
            </option>
          ))}
        </select>
      </label>
    );
  return (
    <div class="wide" role="status">
      <p id="ranked">
        {VERSIONS.map((version) =>
          t(`rank.score.${version}`, {
            score: number.format(answer.details[version]?.metric_score ?? 0),
          }),
        ).join(' ')}
      </p>
      {failures.map(([version, failure]) => (
        <p key={version} class="small bad">{`${version}: ${writeJson(failure)}`}</p>
      ))}
      <Table
        labelledBy="ranked"
        columns={[t('rank.place'), t('rank.query.a'), t('rank.query.b')]}
        rows={rankedRows(answer).map(({ rank, a, b }) => ({
          key: String(rank),
          head: rank,
          cells: [cell(a, 'a'), cell(b, 'b')],
        }))}
      />
      <p class="small muted">{t('rank.again')}</p>
    </div>
  );
}
