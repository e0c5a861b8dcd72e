import { ApiFailure } from '../api/failure.js';
import type { Question } from '../api/question.js';
import { SearchSession } from './search_session.js';
import { readState } from './search_state.js';

// Jest cannot load this package. The session only stores values in its signals.
jest.mock('@preact/signals', () => ({ signal: (value: unknown) => ({ value }) }));

interface Asked {
  readonly size?: number;
  readonly pit?: { readonly id: string };
  readonly search_after?: readonly number[];
}

/** A node with numbered documents, whose points in time the test can end. */
class TestNode {
  readonly pits = new Set<string>();
  readonly asked: string[] = [];
  #opened = 0;

  answer({ path, body = {} }: Question): unknown {
    if (path.includes('/_pit')) {
      const id = `pit-${++this.#opened}`;
      this.pits.add(id);
      return { id };
    }
    const { size = 0, pit, search_after: [after = -1] = [] } = body as Asked;
    this.asked.push(`${pit?.id ?? 'plain'} after ${after}, ${size}`);
    if (pit !== undefined && !this.pits.has(pit.id)) {
      throw new ApiFailure(404, 'search_context_missing_exception', 'No search context found');
    }
    const numbers = Array.from({ length: size }, (_, i) => after + 1 + i);
    const hits = numbers.map((number) => ({ _id: String(number), sort: [number] }));
    return { took: 1, hits: { total: { value: 1000, relation: 'eq' }, hits } };
  }
}

test('reading goes on after the point in time has expired', async () => {
  const node = new TestNode();
  // The session asks for what this node answers.
  const session = new SearchSession(async (question) => node.answer(question) as never);
  await session.search({ state: readState({ index: 'i' }), fields: [] });
  await session.more();
  await session.more();
  node.pits.clear();
  await session.more();
  expect(session.error.value).toBeUndefined();
  expect(session.results.value?.hits.map(({ _id }) => Number(_id))).toEqual(
    Array.from({ length: 200 }, (_, i) => i),
  );
  expect(node.asked).toEqual([
    'plain after -1, 50',
    'pit-1 after -1, 100',
    'pit-1 after 99, 50',
    'pit-1 after 149, 50',
    'pit-2 after -1, 200',
  ]);
});
