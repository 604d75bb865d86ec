import { describe, expect, it } from 'vitest';
import { entryLines, entryPointsOf } from '../helpers/entry-points.ts';

it('commands of picocli have the names of those that list them', async () => {
  const lines = await entryLines({
    'src/shop/App.java': `package shop;
import picocli.CommandLine;
import picocli.CommandLine.Command;
@Command(name = "shop", subcommands = {Add.class, Data.class})
public class App {
  public static void main(String[] args) {}
}
`,
    'src/shop/Add.java': `package shop;
import picocli.CommandLine;
@CommandLine.Command(name = "add")
class Add implements Runnable {
  public void run() {}
}
`,
    'src/shop/Data.java': `package shop;
import picocli.CommandLine.Command;
@Command(name = "data")
class Data {
  @Command int seed() { return 0; }
}
`,
  });
  expect(lines).toEqual([
    'shop add → src/shop/Add.java::Add::run',
    'shop data seed → src/shop/Data.java::Data::seed',
    'src/shop/App.java → src/shop/App.java::App::main',
  ]);
});

it('commands of picocli that are added at run time have the names of their parents', async () => {
  const command = (name: string, type: string, home = 'app'): string => `package ${home};
import picocli.CommandLine;
@CommandLine.Command(name = "${name}")
public class ${type} implements Runnable {
  public void run() {}
}
`;
  const lines = await entryLines({
    'src/main/java/app/Main.java': command('tool', 'Main'),
    'src/main/java/app/Admin.java': command('admin', 'Admin'),
    'src/main/java/app/Reset.java': command('reset', 'Reset'),
    'src/main/java/app/more/Status.java': command('status', 'Status', 'app.more'),
    'src/main/java/app/AdminModule.java': `package app;
import javax.inject.Named;
import picocli.CommandLine;
class AdminModule {
  @Named("admin-cli")
  static CommandLine provideAdmin(final Admin admin, final Reset reset) {
    final CommandLine line = new CommandLine(admin).addSubcommand(reset).setUsageHelpWidth(80);
    return line;
  }
}
`,
    'src/main/java/app/MainModule.java': `package app;
import app.more.Status;
import javax.inject.Named;
import picocli.CommandLine;
class MainModule {
  static CommandLine provide(final Main main, @Named("admin-cli") CommandLine adminLine) {
    return new CommandLine(main).addSubcommand("state", new Status()).addSubcommand(adminLine);
  }
}
`,
  });
  expect(lines).toEqual([
    'tool → src/main/java/app/Main.java::Main::run',
    'tool admin → src/main/java/app/Admin.java::Admin::run',
    'tool admin reset → src/main/java/app/Reset.java::Reset::run',
    'tool state → src/main/java/app/more/Status.java::Status::run',
  ]);
});

it('a command of picocli that none lists is scoped', async () => {
  const found = await entryPointsOf({
    'src/shop/Add.java': `package shop;
import picocli.CommandLine.Command;
@Command(name = "add")
class Add implements Runnable {
  public void run() {}
}
@Command(name = "shop")
class App implements Runnable {
  public void run() {}
  public static void main(String[] args) {}
}
`,
  });
  const commands = found.filter(({ type }) => type === 'cli');
  expect(commands.map(({ route, evidence }) => `${route} ${evidence}`)).toEqual([
    'add scoped',
    'shop exact',
  ]);
});

it('hosted services of .NET are jobs, whatever holds the services', async () => {
  const lines = await entryLines({
    'Extensions.cs': `public static class Extensions {
  public static void AddWorkers(this IHostApplicationBuilder builder) {
    builder.Services.AddHostedService<Cleaner>();
  }
}
`,
    'Cleaner.cs': `public class Cleaner : BackgroundService {
  protected override Task ExecuteAsync(CancellationToken token) { return null; }
}
`,
  });
  expect(lines).toEqual(['Cleaner → Cleaner.cs::Cleaner::ExecuteAsync']);
});

it('commands of Laravel and Symfony are classes, and the schedule names them', async () => {
  const lines = await entryLines({
    'composer.json': '{"autoload":{"psr-4":{"App\\\\":"app/"}}}',
    'app/Console/Prune.php': `<?php
namespace App\\Console;
use Illuminate\\Console\\Command;
class Prune extends Command {
  protected $signature = 'prune:old {days=1}';
  public function handle() {}
}
`,
    'app/Sync.php': `<?php
namespace App;
use Symfony\\Component\\Console\\Attribute\\AsCommand;
use Symfony\\Component\\Console\\Command\\Command;
#[AsCommand(name: 'app:sync')]
class Sync extends Command {
  protected function execute($input, $output): int { return 0; }
}
class Plain extends Base {}
`,
    'app/Beat.php': `<?php
namespace App;
class Beat { public function handle() {} }
`,
    'app/Console/Kernel.php': `<?php
namespace App\\Console;
use App\\Beat;
use Illuminate\\Console\\Scheduling\\Schedule;
class Kernel {
  protected function schedule(Schedule $schedule): void {
    $schedule->command('prune:old --force')->daily();
    $schedule->command(Prune::class)->hourly();
    $schedule->job(new Beat)->everyMinute();
  }
}
`,
    'routes/console.php': `<?php
use Illuminate\\Support\\Facades\\Artisan;
Artisan::command('inspire {name}', function () {});
`,
  });
  expect(lines).toEqual([
    'Beat → app/Beat.php::Beat::handle',
    'Prune → app/Console/Prune.php::Prune::handle',
    'app:sync → app/Sync.php::Sync::execute',
    'inspire → line 3',
    'prune:old → app/Console/Prune.php::Prune::handle',
    'prune:old --force → app/Console/Prune.php::Prune::handle',
  ]);
});

it('jobs of Ruby are classes with a method perform, and tasks of Rake have namespaces', async () => {
  const lines = await entryLines({
    'app/jobs/application_job.rb': 'class ApplicationJob < ActiveJob::Base\nend\n',
    'app/jobs/mail_job.rb': `class MailJob < ApplicationJob
  def perform(id); end
end
`,
    'app/workers/hard.rb': `module Shop
  class Hard
    include Sidekiq::Worker
    def perform; end
  end
end
`,
    'app/models/job.rb': 'class Job < Record\n  def perform; end\nend\n',
    'lib/tasks/shop.rake': `namespace :shop do
  namespace :data do
    desc 'Seeds'
    task seed: :environment do
      run
    end
  end
  task :plain, [:a] => :seed do |t, args|
  end
end
task default: 'shop:plain'
`,
    'lib/other.rb': 'task :none do\nend\n',
  });
  expect(lines).toEqual([
    'MailJob → app/jobs/mail_job.rb::MailJob::perform',
    'Shop::Hard → app/workers/hard.rb::Shop::Hard::perform',
    'default → line 11',
    'shop:data:seed → line 4',
    'shop:plain → line 8',
  ]);
});

it('commands of oclif are files, and console scripts of setup name functions', async () => {
  const lines = await entryLines({
    'package.json': '{"name": "x", "oclif": {"commands": "./dist/commands", "bin": "x"}}',
    'src/commands/org/create.ts': `import { Command } from '@oclif/core';
export default class Create extends Command {
  async run() {}
}
`,
    'src/commands/index.ts': 'export const x = 1;\n',
    'src/commands/org/helper.ts': 'export function help() {}\n',
    'setup.py': `
from setuptools import setup
setup(name="shop", entry_points={"console_scripts": ["shop = shop.cli:main"]})
`,
    'shop/__init__.py': '',
    'shop/cli.py': 'def main(): ...\n',
  });
  expect(lines).toEqual([
    'org create → src/commands/org/create.ts::Create::run',
    'shop → shop/cli.py::main',
  ]);
});

it('jobs of Hangfire and Quartz are calls and classes', async () => {
  const lines = await entryLines({
    'Jobs.cs': `using Hangfire;
using Quartz;
public class Mails { public void Send() {} }
public class Cleanup : IJob {
  public Task Execute(IJobExecutionContext context) => Task.CompletedTask;
}
public class Startup {
  public void Configure() {
    RecurringJob.AddOrUpdate<Mails>("mails", mails => mails.Send(), Cron.Daily);
    BackgroundJob.Enqueue<Mails>(mails => mails.Send());
  }
}
`,
  });
  expect(lines).toEqual([
    'Cleanup → Jobs.cs::Cleanup::Execute',
    'Mails.Send → Jobs.cs::Mails::Send',
    'mails → Jobs.cs::Mails::Send',
  ]);
});

it('a job of Hangfire without an identifier has the name of its method, not its schedule', async () => {
  const lines = await entryLines({
    'Jobs.cs': `using Hangfire;
public class Mails { public static void Send() {} }
public class Startup {
  public void Configure() { RecurringJob.AddOrUpdate<Mails>(mails => mails.Send(), "0 12 * * *"); }
}
`,
  });
  expect(lines).toEqual(['Mails.Send → Jobs.cs::Mails::Send']);
});

it('a class that implements another IJob is no job of Quartz', async () => {
  const lines = await entryLines({
    'Move.cs': `using Unity.Jobs;
public struct Move : IJob {
  public float step;
  public void Execute() {}
}
`,
  });
  expect(lines).toEqual([]);
});

describe('commands of cobra below a computed name', () => {
  it('have the name of the folder of the only program', async () => {
    const lines = await entryLines({
      'go.mod': 'module example.com/app\n',
      'shop/main.go': `package main
import "example.com/app/cmd"
func main() { cmd.Root.Execute() }
`,
      'cmd/root.go': `package cmd
import (
	"os"
	"github.com/spf13/cobra"
)
var Root = &cobra.Command{Use: name()}
func name() string { return os.Args[0] }
var list = &cobra.Command{Use: "list [flags]", Run: run}
func run(cmd *cobra.Command, args []string) {}
func init() { Root.AddCommand(list) }
`,
    });
    expect(lines).toContain('shop list → cmd/root.go::run');
  });
});
