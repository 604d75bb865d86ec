import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

it('commands of yargs are calls, objects, modules and files of a folder', async () => {
  const lines = await entryLines({
    'cli.js': `
const yargs = require('yargs/yargs');
const migrate = require('./migrate');
yargs(process.argv.slice(2))
  .usage('$0 <command>')
  .command('serve [port]', 'Serves', () => {}, serve)
  .command({ command: 'stop', handler: stop })
  .command(migrate)
  .command('undo', 'Undoes', migrate)
  .command('db', 'Data', (inner) => inner.command('seed', 'Seeds', () => {}, seed))
  .commandDir('commands')
  .strict().argv;
function serve() {}
function stop() {}
function seed() {}
other.command('none', 'x', f, f);
`,
    'migrate.js': `exports.command = 'migrate <name>';
exports.handler = function run() {};
`,
    'commands/list.ts': `export const command = ['list', 'ls'];
export const handler = async () => {};
`,
  });
  expect(lines).toEqual([
    'db seed → cli.js::seed',
    'list → commands/list.ts::handler',
    'migrate → migrate.js::handler',
    'serve → cli.js::serve',
    'stop → cli.js::stop',
    'undo → migrate.js::handler',
  ]);
});

it('jobs and schedules of queues are found with their handlers', async () => {
  const lines = await entryLines({
    'jobs.ts': `
import { Queue, Worker } from 'bullmq';
import Bull from 'bull';
import Agenda from 'agenda';
import { CronJob } from 'cron';
import schedule from 'node-schedule';
const NAME = 'mail';
new Worker(NAME, send);
const queue = new Queue('reports');
queue.upsertJobScheduler('nightly', { pattern: '0 3 * * *' });
queue.add('weekly', {}, { repeat: { pattern: '0 3 * * 0' } });
queue.add('once', {});
const video = new Bull('video');
video.process('encode', 5, encode);
const agenda = new Agenda();
agenda.define('clean', clean);
agenda.every('5 minutes', 'clean');
new CronJob('0 0 * * *', midnight);
schedule.scheduleJob('42 * * * *', midnight);
function send() {}
function encode() {}
function clean() {}
function midnight() {}
`,
  });
  expect(lines).toEqual([
    '0 0 * * * → jobs.ts::midnight',
    '42 * * * * → jobs.ts::midnight',
    'clean → jobs.ts::clean',
    'clean → jobs.ts::clean',
    'mail → jobs.ts::send',
    'nightly → line 10',
    'video encode → jobs.ts::encode',
    'weekly → line 11',
  ]);
});

describe('commands of yargs in an index file', () => {
  it('are those of the list that the file exports', async () => {
    const lines = await entryLines({
      'cli.ts': `import yargs from 'yargs';
import { commands } from './commands';
import * as last from './commands/last';
yargs(process.argv).command(commands as any).command(last).parse();
`,
      'commands/index.ts': `import * as add from './add';
import remove from './remove';
export const commands = [add, remove];
`,
      'commands/add.ts': `export const command = 'add <name>';
export function handler() {}
`,
      'commands/remove.ts': `export default { command: 'remove', handler: () => undefined };
`,
      'commands/last.ts': `export const command = 'last';
export const handler = async () => {};
`,
    });
    expect(lines.map((line) => line.split(' →')[0])).toEqual(['add', 'last', 'remove']);
  });
});
