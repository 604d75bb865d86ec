// The figures of docs/team.md, on the database that GRAPH_MEMORY_DATABASE names; it must be empty at first.
//   node bench/team.mjs publish FOLDER ...   publishes each folder under its name
//   node bench/team.mjs commit CHECKOUT      publishes a git checkout, then again after one commit
//   node bench/team.mjs equal QUERIES FOLDER ...   compares answers and edges with those of the folders
//   node bench/team.mjs fill N               copies the published projects until there are N
//   node bench/team.mjs scale QUERIES N ...  the same, and asks
//   node bench/team.mjs readers SECONDS      50 readers while a publisher writes
// QUERIES is a file of JSON lines with `repo`, `query`, `relevant` and `secondary`.
import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const PROGRAM = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'graph-memory-team-'));
const env = { ...process.env, HOME: home };
const [task, ...rest] = process.argv.slice(2);

const run = (folder, args) =>
  execFileSync(process.execPath, [PROGRAM, ...args], {
    ...{ cwd: folder, env, encoding: 'utf8', maxBuffer: 1e9 },
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** Runs some work and returns the time it took in ms. */
async function timed(work) {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

const percentile = (sorted, share) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

function summary(times) {
  const sorted = times.toSorted((a, b) => a - b);
  return `p50 ${percentile(sorted, 0.5).toFixed(0)} ms, p95 ${percentile(sorted, 0.95).toFixed(0)} ms`;
}

/** Starts `serve` and returns a function that calls a tool. */
async function serving(folder, args) {
  const all = [PROGRAM, 'serve', '--port', '0', '--json', ...args];
  const child = spawn(process.execPath, all, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let line = '';
  for await (line of createInterface(child.stdout)) if (line.includes('token_file')) break;
  const { url, token_file: file } = JSON.parse(line);
  const authorization = `Bearer ${readFileSync(file, 'utf8').trim()}`;
  const ask = async (tool, input) => {
    const body = JSON.stringify(input);
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(`${url}api/tools/${tool}`, { method: 'POST', headers, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${tool} ${body}: ${text}`);
    return JSON.parse(text);
  };
  const memory = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1000;
  // In clock ticks, of which Linux has 100 a second.
  const cpuMs = () => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return 10 * (Number(fields[11]) + Number(fields[12]));
  };
  const end = () => {
    const ended = new Promise((done) => child.once('close', done));
    child.kill('SIGTERM');
    return ended;
  };
  return { ask, memory, cpuMs, end };
}

const readQueries = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** NDCG@10 of the files of a ranked list; relevant files gain 2, secondary ones 1. */
function ndcg(results, { relevant, secondary = [] }) {
  const gainOf = (path) => (relevant.includes(path) ? 2 : secondary.includes(path) ? 1 : 0);
  const dcg = (gains) => gains.reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0);
  const paths = [...new Set(results.map(({ path }) => path))].slice(0, 10);
  const best = [...relevant.map(() => 2), ...secondary.map(() => 1)].slice(0, 10);
  return best.length === 0 ? 0 : dcg(paths.map(gainOf)) / dcg(best);
}

async function database(work) {
  const client = new pg.Client(process.env.GRAPH_MEMORY_DATABASE);
  await client.connect();
  try {
    return await work((sql, values) => client.query(sql, values).then(({ rows }) => rows));
  } finally {
    await client.end();
  }
}

async function publishFolders(folders) {
  run(home, ['database', 'migrate']);
  for (const folder of folders) {
    const ms = await timed(() => run(resolve(folder), ['publish', '--as', basename(folder)]));
    console.log(`${basename(folder)}: ${(ms / 1000).toFixed(1)} s`);
  }
}

async function publishCommit(checkout) {
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
      cwd: checkout,
      stdio: 'ignore',
    });
  const publish = () => timed(() => run(resolve(checkout), ['publish', '--as', 'commit-bench']));
  run(home, ['database', 'migrate']);
  console.log(`first: ${((await publish()) / 1000).toFixed(1)} s`);
  const files = execFileSync('git', ['ls-files', '*.ts', '*.py', '*.go'], {
    cwd: checkout,
    encoding: 'utf8',
  });
  const [file] = files.split('\n').filter((path) => path.startsWith('src/'));
  for (let turn = 1; turn <= 5; turn++) {
    appendFileSync(join(checkout, file), `\nexport function added${turn}() {}\n`);
    git('commit', '--all', '--message', `turn ${turn}`);
    console.log(`after one commit: ${((await publish()) / 1000).toFixed(1)} s`);
  }
  console.log(`unchanged: ${((await publish()) / 1000).toFixed(1)} s`);
}

async function compare(queriesFile, folders) {
  const projects = folders.map(
    (folder) => `  ${basename(folder)}: { projectDir: "${resolve(folder)}" }`,
  );
  writeFileSync(join(home, 'graph-memory.yaml'), `projects:\n${projects.join('\n')}\n`);
  run(home, ['trust']);
  // Before its first index is whole, a server answers from the files.
  run(home, ['index']);
  const local = await serving(home, []);
  const team = await serving(home, ['--database', '$GRAPH_MEMORY_DATABASE']);
  const names = new Set(folders.map((folder) => basename(folder)));
  let [questions, same, localSum, teamSum] = [0, 0, 0, 0];
  for (const query of readQueries(queriesFile)) {
    if (!names.has(query.repo)) continue;
    const input = { query: query.query, project: query.repo, max_results: 10 };
    const own = (await local.ask('code_search', input)).results;
    const published = (await team.ask('code_search', input)).results;
    questions++;
    if (JSON.stringify(own) === JSON.stringify(published)) same++;
    else console.log(`differs: ${query.repo}: ${query.query}`);
    localSum += ndcg(own, query);
    teamSum += ndcg(published, query);
  }
  console.log(
    `${questions} queries: ${same} identical top tens, NDCG@10 ${(localSum / questions).toFixed(4)} from files, ${(teamSum / questions).toFixed(4)} from the database`,
  );
  await Promise.all([local.end(), team.end()]);
  for (const name of names) {
    const graph = (args) => run(home, ['export', '--project', name, ...args]);
    const [own, published] = [graph([]), graph(['--database', '$GRAPH_MEMORY_DATABASE'])];
    const edges = own.split('\n').filter((line) => line.includes('"type":"edge"')).length;
    console.log(`${name}: ${edges} edges ${own === published ? 'identical' : 'DIFFER'}`);
  }
}

const COPIED = [
  'revisions',
  'heads',
  'store_pages',
  'files',
  'chunks',
  'symbols',
  'edges',
  'entry_points',
  'packages',
  'package_uses',
  'requests',
];

/**
 * Copies published projects within the database until there are as many as wanted. Indexes are made
 * anew afterwards, which takes less time.
 */
async function fillUp(count) {
  await database(async (sql) => {
    const [{ total }] = await sql('select count(*)::int as total from graph_memory.projects');
    if (total >= count) return;
    const originals = await sql(
      "select project_id, name from graph_memory.projects where name not like '%~%' order by name",
    );
    const indexes = await sql(
      "select indexname as name, indexdef as definition from pg_indexes where schemaname = 'graph_memory' and indexdef not like '%UNIQUE%'",
    );
    for (const { name } of indexes) await sql(`drop index graph_memory.${name}`);
    for (let number = total; number < count; number++) {
      const original = originals[number % originals.length];
      const [{ project_id: to }] = await sql(
        'insert into graph_memory.projects (name) values ($1) returning project_id',
        [`${original.name}~${number}`],
      );
      for (const table of COPIED) {
        const columns = await sql(
          "select column_name as name from information_schema.columns where table_schema = 'graph_memory' and table_name = $1 and column_name <> 'project_id' order by ordinal_position",
          [table],
        );
        const list = columns.map((column) => column.name).join(', ');
        await sql(
          `insert into graph_memory.${table} (project_id, ${list}) select $1, ${list} from graph_memory.${table} where project_id = $2`,
          [to, original.project_id],
        );
      }
    }
    for (const { definition } of indexes) await sql(definition);
    await sql('vacuum analyze');
  });
}

const SIZE = `select (select count(*) from graph_memory.projects) as projects,
  (select count(*) from graph_memory.files) as files,
  (select count(*) from graph_memory.chunks) as chunks,
  (select count(*) from graph_memory.edges) as edges,
  pg_size_pretty(pg_database_size(current_database())) as size`;

async function measureScale(queriesFile, counts) {
  for (const count of counts.map(Number)) {
    await fillUp(count);
    const [size] = await database((sql) => sql(SIZE));
    const known = await database((sql) => sql('select name from graph_memory.projects'));
    const names = new Set(known.map(({ name }) => name));
    const own = readQueries(queriesFile).filter(({ repo }) => names.has(repo));
    // Spread over the projects, whose queries follow each other in the file.
    const chosen = own.filter((_, place) => place % Math.ceil(own.length / 60) === 0);
    const server = await serving(home, ['--database', '$GRAPH_MEMORY_DATABASE']);
    const ask = async (input) => {
      const [startMs, startCpu] = [performance.now(), server.cpuMs()];
      const { results } = await server.ask('code_search', { max_results: 10, ...input });
      return { ms: performance.now() - startMs, cpuMs: server.cpuMs() - startCpu, results };
    };
    console.log(JSON.stringify(size));
    const report = (title, rounds) => {
      const cpu = summary(rounds.map(({ cpuMs }) => cpuMs));
      console.log(
        `  ${title}: ${summary(rounds.map(({ ms }) => ms))}; processor of the server ${cpu}`,
      );
    };
    // Twice: the first round loads the projects.
    for (const title of ['over all, first time', 'over all']) {
      const rounds = [];
      let found = 0;
      for (const query of chosen) {
        const round = await ask({ query: query.query, project: '*' });
        rounds.push(round);
        const relevant = [...query.relevant, ...query.secondary];
        // A copy is as good as its original.
        const isFound = round.results.some(
          ({ project, path }) => project.split('~')[0] === query.repo && relevant.includes(path),
        );
        if (isFound) found++;
      }
      report(title, rounds);
      console.log(`  found in the first ten: ${found} of ${chosen.length}`);
    }
    const one = [];
    for (const { query, repo } of chosen) {
      await ask({ query, project: repo });
      one.push(await ask({ query: `${query} `, project: repo }));
    }
    report('within one', one);
    console.log(`  memory of the server ${server.memory().toFixed(0)} MB`);
    await server.end();
  }
}

/** 50 readers ask while a publisher writes; an answer that mixes two states counts as torn. */
async function readWhileWriting(seconds) {
  const folder = join(home, 'written');
  mkdirSync(folder);
  const write = (turn) => {
    for (const name of ['a', 'b'])
      writeFileSync(
        join(folder, `${name}.ts`),
        `export function ${name}Marker() {\n  return 'turn ${turn}';\n}\n`,
      );
  };
  const publish = () =>
    new Promise((done, failed) => {
      const args = [PROGRAM, 'publish', '--as', 'written'];
      const child = spawn(process.execPath, args, { cwd: folder, env, stdio: 'ignore' });
      child.once('close', (code) => (code === 0 ? done() : failed(new Error(`publish: ${code}`))));
    });
  run(home, ['database', 'migrate']);
  write(0);
  await publish();
  const server = await serving(home, ['--database', '$GRAPH_MEMORY_DATABASE']);
  const end = performance.now() + Number(seconds) * 1000;
  let [answers, errors, torn, publications] = [0, 0, 0, 0];
  const seen = new Set();
  const times = [];
  const publishing = (async () => {
    while (performance.now() < end) {
      write(++publications);
      await publish();
    }
  })();
  const reading = Array.from({ length: 50 }, async () => {
    while (performance.now() < end) {
      const startMs = performance.now();
      try {
        const { results } = await server.ask('code_search', {
          query: 'marker',
          project: 'written',
        });
        const turns = new Set(JSON.stringify(results).match(/turn \d+/g));
        if (turns.size !== 1 || results.length < 2) torn++;
        for (const turn of turns) seen.add(turn);
      } catch (error) {
        errors++;
        console.log(error.message);
      }
      answers++;
      times.push(performance.now() - startMs);
    }
  });
  await Promise.all([publishing, ...reading]);
  console.log(
    `${answers} answers, ${errors} errors, ${torn} torn, ${publications} publications, ${seen.size} states seen; ${summary(times)}`,
  );
  await server.end();
}

const TASKS = {
  publish: () => publishFolders(rest),
  commit: () => publishCommit(rest[0]),
  equal: () => compare(rest[0], rest.slice(1)),
  fill: () => fillUp(Number(rest[0])),
  scale: () => measureScale(rest[0], rest.slice(1)),
  readers: () => readWhileWriting(rest[0]),
};
try {
  await TASKS[task]();
} finally {
  rmSync(home, { recursive: true, force: true });
}
