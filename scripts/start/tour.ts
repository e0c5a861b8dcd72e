/** Four searches, their best hits, and the curl lines that repeat them. */
import type { SearchClient, SearchReply } from './client.ts';

interface Stop {
  readonly title: string;
  readonly index: string;
  readonly body: object;
  readonly show: (source: never) => string;
}

interface Word {
  readonly words: readonly string[];
  readonly gloss: string;
}

interface Town {
  readonly name: string;
  readonly country: string;
  readonly population: number;
}

const showWord = ({ words, gloss }: Word) => `${words.join(', ')}: ${gloss}`;
const showTown = ({ name, country, population }: Town) =>
  `${name}, ${country} (${population.toLocaleString('en')})`;

const CURL_OPTIONS = `-s -H 'Content-Type: application/json' -H "Authorization: Bearer $TOKEN"`;

const STOPS: readonly Stop[] = [
  {
    title: 'match: words whose gloss is about searching for something lost',
    index: 'words',
    body: { size: 3, query: { match: { gloss: 'search for something lost' } } },
    show: showWord,
  },
  {
    title: 'term: exactly the word "wave"',
    index: 'words',
    body: { size: 3, query: { term: { 'words.exact': 'wave' } } },
    show: showWord,
  },
  {
    title: 'bool: verbs about music, preferably with "instrument", without "sing"',
    index: 'words',
    body: {
      size: 3,
      query: {
        bool: {
          must: { match: { gloss: 'music' } },
          should: { match: { gloss: 'instrument' } },
          must_not: { match: { gloss: 'sing' } },
          filter: { term: { part_of_speech: 'verb' } },
        },
      },
    },
    show: showWord,
  },
  {
    title: 'filter and sort: the largest towns in Spain or Mexico whose name contains San',
    index: 'towns',
    body: {
      size: 3,
      sort: [{ population: 'desc' }],
      query: {
        bool: {
          filter: [
            { match: { name: 'san' } },
            { terms: { country: ['ES', 'MX'] } },
            { range: { population: { gte: 50_000 } } },
          ],
        },
      },
    },
    show: showTown,
  },
];

/** The token is printed once, so that the lines are short enough to read. */
export async function runTour(client: SearchClient): Promise<void> {
  console.log(
    `\nFor the curl commands (the token is valid for 15 minutes):\n  export TOKEN=${client.token}`,
  );
  for (const stop of STOPS) {
    const reply = await client.call<SearchReply>('POST', `/${stop.index}/_search`, stop.body);
    if (reply.hits.hits.length === 0) throw new Error(`nothing found: ${stop.title}`);
    const total = `${reply.hits.total.value} hits`;
    console.log(`\n${stop.title} (${total}, ${reply.took} ms)`);
    for (const hit of reply.hits.hits) {
      const score = hit._score === null ? '      ' : hit._score.toFixed(3).padStart(6);
      // Each stop shows the documents of its own index.
      console.log(`  ${score}  ${stop.show(hit._source as never)}`);
    }
    console.log(
      `  curl ${CURL_OPTIONS} '${client.url}/${stop.index}/_search?pretty' -d '${JSON.stringify(stop.body)}'`,
    );
  }
}
