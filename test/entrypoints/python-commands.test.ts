import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

it('parsers of argparse are commands, handled by the function of set_defaults', async () => {
  const lines = await entryLines({
    'cli.py': `
import argparse
from remote import add_remote
def build(args): ...
def main():
    parser = argparse.ArgumentParser(prog="tool")
    commands = parser.add_subparsers(dest="command")
    one = commands.add_parser("build", help="Builds")
    one.add_argument("--fast")
    one.set_defaults(func=build)
    commands.add_parser("clean")
    add_remote(commands)
    other.add_parser("none")
`,
    'remote.py': `
import argparse
def show(args): ...
def add_remote(commands):
    remote = commands.add_parser("remote")
    inner = remote.add_subparsers()
    inner.add_parser("show").set_defaults(run=show)
`,
  });
  expect(lines).toEqual([
    'build → cli.py::build',
    'clean → line 11',
    'remote show → remote.py::show',
  ]);
});

it('files below management/commands with a class Command are commands of Django', async () => {
  const lines = await entryLines({
    'shop/management/commands/prune.py': `
from django.core.management.base import BaseCommand
class Command(BaseCommand):
    def handle(self, *args, **options): ...
`,
    'shop/management/commands/again.py': `
from .prune import Command as Prune
class Command(Prune): ...
`,
    'shop/management/commands/helper.py': 'def help(): ...\n',
    'shop/management/commands/_base.py': 'class Command: ...\n',
  });
  expect(lines).toEqual([
    'again → shop/management/commands/again.py::Command',
    'prune → shop/management/commands/prune.py::Command::handle',
  ]);
});

it('jobs of RQ, Dramatiq and Huey are functions below decorators or given to a queue', async () => {
  const lines = await entryLines({
    'jobs.py': `
import dramatiq
from huey import RedisHuey, crontab
from rq import Queue
from rq.decorators import job
huey = RedisHuey()
@dramatiq.actor(actor_name="send-mail")
def mail(): ...
@dramatiq.actor
def plain(): ...
@job("low")
def low(): ...
@huey.task()
def hue(): ...
@huey.periodic_task(crontab(minute="0"))
def hourly(): ...
def report(): ...
queue = Queue()
queue.enqueue(report, 1)
queue.enqueue(report, 2)
`,
  });
  expect(lines).toEqual([
    'hourly → jobs.py::hourly',
    'hue → jobs.py::hue',
    'low → jobs.py::low',
    'plain → jobs.py::plain',
    'report → jobs.py::report',
    'send-mail → jobs.py::mail',
  ]);
});

it('schedules of Celery beat and APScheduler lead to the functions that they run', async () => {
  const lines = await entryLines({
    'shop/__init__.py': '',
    'shop/app.py': `
from celery import Celery
app = Celery("shop")
app.conf.beat_schedule = {
    "nightly": {"task": "shop.tasks.clean", "schedule": crontab(hour=3)},
}
@app.on_after_configure.connect
def setup(sender, **kwargs):
    sender.add_periodic_task(10.0, beat.s(), name="every ten")
@app.task(name="beat")
def beat(): ...
`,
    'shop/settings.py': `
CELERY_BEAT_SCHEDULE = {"hourly": {"task": "shop.tasks.clean", "schedule": 3600}}
`,
    'shop/tasks.py': `
from celery import shared_task
@shared_task
def clean(): ...
`,
    'plan.py': `
from apscheduler.schedulers.background import BackgroundScheduler
scheduler = BackgroundScheduler()
def sync(): ...
scheduler.add_job(sync, "interval", minutes=5)
@scheduler.scheduled_job("cron", id="cleanup", hour=1)
def purge(): ...
`,
  });
  expect(lines).toEqual([
    'beat → shop/app.py::beat',
    'clean → shop/tasks.py::clean',
    'cleanup → plan.py::purge',
    'every ten → shop/app.py::beat',
    'hourly → shop/tasks.py::clean',
    'nightly → shop/tasks.py::clean',
    'sync → plan.py::sync',
  ]);
});

it('parsers of jsonargparse are commands by the names that they are added with', async () => {
  const lines = await entryLines({
    'parsing.py': `from jsonargparse import ArgumentParser as Base
class ArgumentParser(Base): pass
`,
    'app/create.py': `from parsing import ArgumentParser
class Create:
    def do_create(self, args): pass
    def build_create(self, subparsers):
        subparser = ArgumentParser(prog="app")
        subparser.set_defaults(func=self.do_create)
        subparsers.add_subcommand("create", subparser, help="creates")
        keys = ArgumentParser()
        subparsers.add_subcommand("key", keys)
        nested = keys.add_subcommands()
        export = ArgumentParser()
        nested.add_subcommand("export", export)
`,
    'app/main.py': `from parsing import ArgumentParser
from .create import Create
class Archiver(Create):
    def build(self):
        parser = ArgumentParser()
        subparsers = parser.add_subcommands(required=False)
        self.build_create(subparsers)
`,
    'app/__init__.py': '',
  });
  expect(lines.map((line) => line.replace(/ → .*/, ''))).toEqual(['create', 'key export']);
});

it('a decorator of the project is the one that it applies', async () => {
  const lines = await entryLines({
    'tasks.py': `import functools
from celery import shared_task
from huey.contrib.djhuey import HUEY as huey, crontab
def task(retries=5):
    def deco(fn):
        @functools.wraps(fn)
        def inner(*args): return fn(*args)
        return huey.task(retries=retries, context=True)(inner)
    return deco
def job(fn):
    return shared_task(fn)
@task()
def load(): pass
@job
def send(): pass
@huey.periodic_task(crontab(minute="*"))
def tick(): pass
@functools.lru_cache
def none(): pass
`,
  });
  expect(lines).toEqual([
    'load → tasks.py::load',
    'send → tasks.py::send',
    'tick → tasks.py::tick',
  ]);
});

it('parsers that a function adds by the name it is given are commands', async () => {
  const lines = await entryLines({
    'cli.py': `
import argparse
import extra
def collect(args): ...
def main():
    parser = argparse.ArgumentParser(prog="tool")
    commands = parser.add_subparsers(dest="command")
    def add(name, *, help):
        command = commands.add_parser(name, help=help)
        return command
    add("clean", help="Cleans")
    gc = add(name="gc", help="Collects")
    gc.set_defaults(func=collect)
    group = add("group", help="Holds others")
    extra.add_to(group)
    commands.add_parser("direct")
`,
    'extra.py': `
import argparse
def add_to(parser):
    inner = parser.add_subparsers()
    inner.add_parser("cd")
`,
  });
  expect(lines).toEqual([
    'clean → line 11',
    'direct → line 16',
    'gc → cli.py::collect',
    'group cd → line 5',
  ]);
});

it('groups of Flask are groups of Click', async () => {
  const lines = await entryLines({
    'users.py': `
from flask.cli import AppGroup
manager = AppGroup(help="Users")
roles = AppGroup("roles")
@manager.command(name="grant_admin")
def grant(): ...
@roles.command()
def list_all(): ...
`,
    'app.py': `
import click
import users
from flask import Flask
from flask.cli import FlaskGroup
app = Flask(__name__)
app.cli.add_command(users.roles)
@click.group(cls=FlaskGroup)
def manager(): ...
manager.add_command(users.manager, "users")
@manager.command()
def version(): ...
@app.cli.command("seed")
def seed_all(): ...
`,
  });
  expect(lines).toEqual([
    'roles list-all → users.py::list_all',
    'seed → app.py::seed_all',
    'users grant_admin → users.py::grant',
    'version → app.py::version',
  ]);
});

describe('commands of cleo', () => {
  it('are the classes with a name that derive from its command, also in files without its name', async () => {
    const lines = await entryLines({
      'app/command.py': `from cleo.commands.command import Command as BaseCommand
class Command(BaseCommand):
    pass
`,
      'app/env_use.py': `from app.command import Command
class EnvUseCommand(Command):
    name = "env use"
    def handle(self) -> int:
        return 0
class Other:
    name = "other"
`,
    });
    expect(lines).toEqual(['env use → app/env_use.py::EnvUseCommand::handle']);
  });
});

describe('decorators of the project around those of a framework', () => {
  it('make a job where they call the decorator of the framework', async () => {
    const lines = await entryLines({
      'worker.py': `import functools
from dramatiq import actor as _actor
def actor(actor_name=None, **options):
    def decorator(fn):
        @functools.wraps(fn)
        def wrapped(*args):
            return fn(*args)
        _actor(wrapped, actor_name=actor_name, **options)
        return wrapped
    return decorator
`,
      'tasks.py': `from worker import actor
@actor(actor_name="user.welcome")
def welcome(): pass
`,
    });
    expect(lines).toEqual(['user.welcome → tasks.py::welcome']);
  });
});

it('receivers of Django signals are consumers, by decorators and by connect', async () => {
  const lines = await entryLines({
    'shop/signals.py': 'from django.dispatch import Signal\nsold = Signal()\n',
    'shop/receivers.py': `
from django.core.signals import setting_changed
from django.db.models import signals
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from shop.models import Item, models
from shop.signals import sold
@receiver(setting_changed)
def reload(**kwargs): ...
@receiver([post_save, post_delete], sender=Item)
def count(sender, **kwargs): ...
def mail(sender, **kwargs): ...
def register():
    sold.connect(mail)
    for model in models:
        signals.pre_save.connect(mail, sender=model)
`,
  });
  expect(lines).toEqual([
    'post_delete Item → shop/receivers.py::count',
    'post_save Item → shop/receivers.py::count',
    'pre_save → shop/receivers.py::mail',
    'setting_changed → shop/receivers.py::reload',
    'sold → shop/receivers.py::mail',
  ]);
});

describe('commands of packages that replace Click', () => {
  it('are found under the name that they are imported by', async () => {
    const lines = await entryLines({
      'tool.py': `
import rich_click as click
@click.group()
def cli(): ...
@cli.command("load-ram")
def load(): ...
`,
    });
    expect(lines).toEqual(['load-ram → tool.py::load']);
  });
});
