import { expect, it } from 'vitest';
import { contributionsOf, scoresOf } from '../../src/query/fuse.ts';
import { questionEvidence, search } from '../../src/query/search.ts';
import { ANYWHERE } from '../helpers/check-search.ts';
import { snapshotOf } from '../helpers/facts.ts';

it('the evidence of a report, weighed, gives the scores of the search', () => {
  const snapshot = snapshotOf({
    'src/retry.ts': '/** Repeats a request. */\nexport function retryRequest() {}\n',
    'src/delay.ts': 'export function delayOf(request: number) { return request; }\n',
  });
  const request = { ...ANYWHERE, query: 'requests are not repeated\n\nIt fails in src/retry.ts.' };
  const { evidence } = questionEvidence(snapshot.text, request);
  const scores = scoresOf(contributionsOf(evidence, 'sum'), evidence.candidates, 2);
  const { hits } = search(snapshot, request);
  expect(hits.map(({ path }) => path)).toEqual(['src/retry.ts', 'src/delay.ts']);
  for (const { path, score } of hits) {
    expect(score).toBe(scores[snapshot.text.fileNumber(path)]);
  }
});
