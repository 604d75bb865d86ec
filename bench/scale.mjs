// `npm run bench -- scale [SIZES]`: what grows with a project. Generated projects of 1k, 3.7k, 10k and 50k
// files, or of SIZES ("1000,100000"): cold index, start to first answer, served edits, questions, memory, store.
// One run each. Each figure comes from a process of its own. Compare rows of one run on one machine.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { generateProject } from './generate.mjs';
import { measure } from './measured.mjs';

const SIZES = [1000, 3700, 10_000, 50_000];
const COLUMNS = [
  'files',
  'cold CPU s',
  'cold s',
  'peak MB',
  'store MB',
  'first answer s',
  'served edit ms',
  'CPU ms',
  'found ms',
  'question p50 ms',
  'p95 ms',
  'serving MB',
];

export function benchScale(scratch, sizes = SIZES) {
  console.log(COLUMNS.join(' | '));
  for (const size of sizes) {
    const folder = join(scratch, `${size}`);
    const root = join(folder, 'project');
    generateProject(root, size);
    console.log(rowOf(root, join(folder, 'home')).join(' | '));
    rmSync(folder, { recursive: true });
  }
}

function rowOf(root, home) {
  const cold = measure('index', root, home);
  const first = measure('start', root, home);
  const edit = measure('serve', root, home);
  const questions = measure('ask', root, home);
  const whole = (value) => value.toFixed(0);
  return [
    cold.files,
    cold.cpuSeconds.toFixed(1),
    cold.wallSeconds.toFixed(1),
    whole(cold.peakMb),
    (cold.storeBytes / 1e6).toFixed(1),
    first.firstAnswerSeconds.toFixed(2),
    whole(edit.wallMs),
    whole(edit.cpuMs),
    whole(edit.answerMs),
    whole(questions.p50Ms),
    whole(questions.p95Ms),
    whole(questions.residentMb),
  ];
}
