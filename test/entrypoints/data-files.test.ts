import { expect, it } from 'vitest';
import { entryLines, entryPointsOf } from '../helpers/entry-points.ts';

it('scripts and binaries of packages lead to the files and functions that they run', async () => {
  const lines = await entryLines({
    'package.json': `{
  "name": "@acme/tool",
  "main": "dist/index.js",
  "bin": { "tool": "./bin/run.js" },
  "scripts": {
    "build": "tsc",
    "start": "NODE_ENV=production node --enable-source-maps dist/cli.js --all"
  }
}
`,
    'src/index.ts': 'export const x = 1;\n',
    'src/cli.ts': 'export function main() {}\n',
    'bin/run.js': '1;\n',
    'py/pyproject.toml': `[project]
scripts.run = "shop.cli:run"

[project.scripts]
shop = "shop.cli:run"

[tool.poetry.scripts]
other = "missing.cli:run"
`,
    'old/setup.cfg': `[metadata]
name = shop

[options.entry_points]
# Commands.
console_scripts =
    shop-admin = shop.cli:run
    shop-missing=nowhere:run
pytest11 =
    shop = shop.plugin
`,
    'py/shop/__init__.py': '',
    'py/shop/cli.py': 'def run(): ...\n',
  });
  expect(lines).toEqual([
    'dist/index.js → src/index.ts',
    'npm run build → line 6',
    'npm run start → src/cli.ts::main',
    'other → line 8',
    'run → py/shop/cli.py::run',
    'shop → py/shop/cli.py::run',
    'shop-admin → py/shop/cli.py::run',
    'shop-missing → line 8',
    'tool → bin/run.js',
  ]);
});

it('schedules are read from workflows, CronJobs, crontabs and the settings of Sidekiq', async () => {
  const found = await entryPointsOf({
    '.github/workflows/nightly.yml': `name: Nightly
on:
  push:
  schedule:
    - cron: '0 3 * * *'
`,
    'deploy/cron.yaml': `apiVersion: v1
kind: Service
metadata: { name: web }
spec: { schedule: none }
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: clean
spec:
  schedule: "*/5 * * * *"
  jobTemplate:
    spec:
      template:
        spec:
          containers:
            - name: clean
              command: ["python", "scripts/clean.py"]
`,
    'scripts/clean.py': 'def main(): ...\n',
    crontab: `MAILTO=me
# comment
0 4 * * * python scripts/clean.py --all
@daily /usr/bin/true
`,
    'config/sidekiq.yml': `:concurrency: 5
:scheduler:
  :schedule:
    beat:
      cron: '* * * * *'
      class: Jobs::BeatJob
`,
    'app/jobs/jobs/beat_job.rb': 'module Jobs\n  class BeatJob\n  end\nend\n',
  });
  expect(
    found.map(({ framework, type, route, handler, line }) => ({
      framework,
      type,
      route,
      handler,
      line,
    })),
  ).toEqual([
    {
      framework: 'kubernetes',
      type: 'schedule',
      route: '*/5 * * * * clean',
      handler: 'scripts/clean.py::main',
      line: 11,
    },
    {
      framework: 'github-actions',
      type: 'schedule',
      route: '0 3 * * * Nightly',
      handler: '',
      line: 5,
    },
    {
      framework: 'crontab',
      type: 'schedule',
      route: '0 4 * * * python scripts/clean.py --all',
      handler: 'scripts/clean.py::main',
      line: 3,
    },
    { framework: 'crontab', type: 'schedule', route: '@daily /usr/bin/true', handler: '', line: 4 },
    {
      framework: 'sidekiq',
      type: 'schedule',
      route: 'beat',
      handler: 'app/jobs/jobs/beat_job.rb::Jobs::BeatJob',
      line: 4,
    },
  ]);
});

it('processes of a Procfile and an image, and functions in the cloud, name their handlers', async () => {
  const lines = await entryLines({
    Procfile: `web: gunicorn shop.wsgi:application
worker: npm run jobs
`,
    Dockerfile: `FROM node AS build
CMD ["none"]
FROM node
ENTRYPOINT ["node", \\
  "/app/server.js"]
`,
    'package.json': '{"scripts": {"jobs": "node server.js"}}',
    'server.js': '1;\n',
    'shop/__init__.py': '',
    'shop/wsgi.py': 'application = make()\n',
    'serverless.yml': `service: shop
functions:
  create:
    handler: src/handler.create
    events:
      - http: { path: 'items/{id}', method: post }
      - schedule: rate(5 minutes)
      - sqs: { arn: queue }
  plain:
    handler: src/handler.plain
`,
    'src/handler.js': 'module.exports.create = async () => {};\nmodule.exports.plain = () => {};\n',
  });
  expect(lines).toEqual([
    'POST /items/{id} → src/handler.js::create',
    'ENTRYPOINT node /app/server.js → server.js',
    'npm run jobs → server.js',
    'plain → src/handler.js::plain',
    'rate(5 minutes) → src/handler.js::create',
    'sqs queue → src/handler.js::create',
    'web → shop/wsgi.py::application',
    'worker → server.js',
  ]);
});
