/** German texts of the page Requests about comparisons. */
import type { EN_REQUESTS } from './en_requests.js';

export const DE_REQUESTS: Readonly<Record<keyof typeof EN_REQUESTS, string>> = {
  'requests.pin': 'Neben den nächsten stellen',
  'requests.pinned': 'Antwort von vorher',
  'rank.open': 'Zwei Anfragen vergleichen',
  'rank.title': 'Zwei Anfragen nach Urteilen vergleichen',
  'rank.tab': 'Urteile',
  'rank.query.a': 'Anfrage A',
  'rank.query.b': 'Anfrage B',
  'rank.judgments':
    'Urteile: die Id eines Dokuments und wie sehr es gewünscht ist (0 bis 3), eines je Zeile',
  'rank.wrong': 'Diese Zeilen sind keine Urteile: {lines}',
  'rank.metric': 'Gemessen wird',
  'rank.metric.dcg': 'Reihenfolge (nDCG der ersten 10)',
  'rank.metric.precision': 'Anteil der gewünschten unter den ersten 10',
  'rank.metric.recall': 'Anteil der gewünschten, die unter den ersten 10 sind',
  'rank.metric.mean_reciprocal_rank': 'Wie früh das erste gewünschte kommt',
  'rank.run': 'Messen',
  'rank.score.a': 'A: {score}.',
  'rank.score.b': 'B: {score}.',
  'rank.place': 'Platz',
  'rank.rating': 'Wie sehr {id} gewünscht ist',
  'rank.again': 'Dokumente, die hier beurteilt werden, zählen beim nächsten Messen.',
};
