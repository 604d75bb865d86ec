// Replays recorded questions through the MCP server as a process, and counts what an agent would
// have had to do: calls, tokens read (bench/tokens.mjs) and facts answered, for three strategies.
//
//   node bench/agent-protocol.mjs FOLDER [QUESTIONS]
//
// FOLDER holds a clone of each repository below its name. A fact is a text that must be in an
// answer; `a|b` means either. A strategy stops as soon as it has all facts of a question.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startMcp } from './server-process.mjs';
import { tokenCounter } from './tokens.mjs';

const [folder, file = new URL('./agents/questions.json', import.meta.url)] = process.argv.slice(2);
const sets = JSON.parse(readFileSync(file, 'utf8'));
const isVerbose = process.env.VERBOSE !== undefined;

/** The calls of each strategy, in the order in which an agent would make them. */
const STRATEGIES = {
  'search only': ({ question, words }) => [
    ['code_search', { query: question }],
    ['code_search', { query: words }],
    ['code_search', { query: words, max_results: 20 }],
  ],
  'symbol + references': ({ symbol }) => [
    ['code_get_symbol', { symbol }],
    ['code_references', { symbol }],
  ],
  explain: ({ question }) => [['explain', { about: question }]],
};

const tokens = await tokenCounter();
const isIn = (text) => (fact) => fact.split('|').some((one) => text.includes(one));

async function replay(session, question, callsOf) {
  const counted = { calls: 0, tokens: 0, facts: 0, whole: 0 };
  let read = '';
  for (const [name, input] of callsOf(question)) {
    const { result } = await session.callTool(name, input);
    const text = result.content.map((block) => block.text).join('\n');
    counted.calls += 1;
    counted.tokens += tokens(text);
    // A question quotes words of its answer; the echo is no answer.
    read += text.replaceAll(JSON.stringify(question.question), '');
    if (question.facts.every(isIn(read))) break;
  }
  const missing = question.facts.filter((fact) => !isIn(read)(fact));
  counted.facts = question.facts.length - missing.length;
  counted.whole = missing.length === 0 ? 1 : 0;
  if (isVerbose && missing.length > 0) {
    console.log(`  "${question.question}" lacks ${missing.join(', ')} (${counted.calls} calls)`);
  }
  return counted;
}

const totals = new Map(
  Object.keys(STRATEGIES).map((name) => [name, { calls: 0, tokens: 0, facts: 0, whole: 0 }]),
);
let questionCount = 0;
let factCount = 0;
for (const { repository, commit, questions } of sets) {
  const root = join(folder, basename(repository));
  const head = execFileSync('git', ['-C', root, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  if (head !== commit) console.log(`${repository}: at ${head}, the keys are of ${commit}`);
  const home = mkdtempSync(join(tmpdir(), 'graph-memory-agents-'));
  const first = await startMcp(root, home);
  await first.callTool('reindex', {});
  first.end();
  for (const [name, callsOf] of Object.entries(STRATEGIES)) {
    // Each strategy has a session of its own: what a session has read raises the score of a place.
    const session = await startMcp(root, home);
    for (const question of questions) {
      const counted = await replay(session, question, callsOf);
      const total = totals.get(name);
      for (const key of Object.keys(total)) total[key] += counted[key];
    }
    session.end();
  }
  questionCount += questions.length;
  factCount += questions.reduce((sum, { facts }) => sum + facts.length, 0);
  rmSync(home, { recursive: true, force: true });
}
console.log(`${questionCount} questions with ${factCount} facts on ${sets.length} repositories`);
for (const [name, total] of totals) {
  console.log(
    `${name}: ${total.calls} calls, ${total.tokens} tokens, ${total.facts} of ${factCount} facts, ${total.whole} questions answered whole`,
  );
}
