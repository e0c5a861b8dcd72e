import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatNumber, language, t } from '../messages/messages.js';
import { bytesText } from '../messages/units.js';
import { CopyButton } from '../widgets/copy_button.js';
import { drawingOf } from './drawn_answer.js';
import { DrawnAnswer } from './drawn_answer_view.js';
import { Editor } from './editor.js';
import type { RequestAnswer, RequestsSession } from './requests_session.js';

export function AnswerPane({ work }: { readonly work: RequestsSession }) {
  const answer = work.answer.value;
  return (
    <section class="pane" aria-label={t('requests.answer')} aria-busy={work.isRunning.value}>
      <AnswerHead answer={answer} />
      {answer === undefined ? null : (
        <AnswerBody answer={answer} label={t('requests.answer')}>
          <button
            type="button"
            onClick={() => {
              work.pinned.value = answer;
            }}
          >
            {t('requests.pin')}
          </button>
        </AnswerBody>
      )}
    </section>
  );
}

/** An earlier answer, kept for comparison. */
export function PinnedAnswer({ work }: { readonly work: RequestsSession }) {
  const answer = work.pinned.value;
  if (answer === undefined) return null;
  return (
    <section class="pane" aria-label={t('requests.pinned')}>
      <AnswerHead answer={answer} />
      <AnswerBody answer={answer} label={t('requests.pinned')}>
        <button
          type="button"
          onClick={() => {
            work.pinned.value = undefined;
          }}
        >
          {t('app.close')}
        </button>
      </AnswerBody>
    </section>
  );
}

function AnswerHead({ answer }: { readonly answer: RequestAnswer | undefined }) {
  return (
    <div class="pane-head" role="status">
      {answer === undefined ? (
        <span class="muted">{t('requests.answer.none')}</span>
      ) : (
        <>
          <span class={answer.status < 400 ? 'badge' : 'badge is-bad'}>{answer.status}</span>
          <code>{answer.title}</code>
          <span class="small muted">
            {t('requests.answer.figures', {
              took: formatNumber(Math.round(answer.tookMs)),
              size: bytesText(answer.sizeBytes, language.value),
            })}
          </span>
        </>
      )}
    </div>
  );
}

function AnswerBody({
  answer,
  label,
  children,
}: {
  readonly answer: RequestAnswer;
  readonly label: string;
  readonly children: ComponentChildren;
}) {
  const isDrawn = useSignal(true);
  const drawing = useMemo(() => drawingOf(answer.json), [answer]);
  return (
    <>
      {drawing !== undefined && isDrawn.value ? (
        <DrawnAnswer drawing={drawing} label={t('requests.drawn')} />
      ) : (
        <Editor label={label} text={answer.text} />
      )}
      <div class="pane-foot">
        <CopyButton text={() => answer.text} />
        {drawing === undefined ? null : (
          <button
            type="button"
            aria-pressed={isDrawn.value}
            onClick={() => {
              isDrawn.value = !isDrawn.value;
            }}
          >
            {t('requests.drawn')}
          </button>
        )}
        {children}
      </div>
    </>
  );
}
