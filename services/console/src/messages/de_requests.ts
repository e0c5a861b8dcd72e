/** German texts of the page Requests about comparisons. */
import type { EN_REQUESTS } from './en_requests.js';

export const DE_REQUESTS: Readonly<Record<keyof typeof EN_REQUESTS, string>> = {
  'requests.pin': 'Mit der nächsten Antwort vergleichen',
  'requests.pinned': 'Vorige Antwort',
  'rank.open': 'Zwei Anfragen vergleichen',
  'rank.title': 'Zwei Anfragen nach Urteilen vergleichen',
  'rank.tab': 'Urteile',
  'rank.query.a': 'Anfrage A',
  'rank.query.b': 'Anfrage B',
  'rank.judgments': 'Urteile: eines je Zeile, die Id eines Dokuments und seine Relevanz (0 bis 3)',
  'rank.wrong': 'Diese Zeilen sind keine Urteile: {lines}',
  'rank.metric': 'Kennzahl',
  'rank.metric.dcg': 'nDCG der ersten 10',
  'rank.metric.precision': 'Precision: Anteil der relevanten Dokumente unter den ersten 10',
  'rank.metric.recall': 'Recall: Anteil der relevanten Dokumente, die unter den ersten 10 sind',
  'rank.metric.mean_reciprocal_rank': 'Kehrwert des Rangs des ersten relevanten Dokuments',
  'rank.run': 'Messen',
  'rank.score.a': 'A: {score}.',
  'rank.score.b': 'B: {score}.',
  'rank.place': 'Rang',
  'rank.rating': 'Relevanz von {id}',
  'rank.again': 'Urteile, die Sie hier abgeben, zählen bei der nächsten Messung.',
};
