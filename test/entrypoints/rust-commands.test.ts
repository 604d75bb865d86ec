import { expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

it('variants of a derived enum are commands, below those that hold them', async () => {
  const lines = await entryLines({
    'Cargo.toml': '[package]\nname = "tool"\n',
    'src/main.rs': `use clap::{Args, Parser, Subcommand};
mod remote;
#[derive(Parser)]
#[command(name = "tool")]
struct Cli {
    #[command(subcommand)]
    command: Option<Commands>,
}
#[derive(Debug, Subcommand)]
enum Commands {
    /// Adds
    AddFile(AddArgs),
    #[command(name = "rm", alias = "r")]
    Remove { path: String },
    Remote(remote::RemoteArgs),
    Data {
        #[command(subcommand)]
        command: Data,
    },
    #[command(external_subcommand)]
    External(Vec<String>),
}
#[derive(clap::Subcommand)]
enum Data { Seed }
#[derive(Args)]
struct AddArgs { path: String }
impl AddArgs {
    fn run(&self) {}
}
enum Other { Nothing }
`,
    'src/remote.rs': `use clap::{Args, Subcommand};
#[derive(Args)]
pub struct RemoteArgs {
    #[clap(subcommand)]
    cmd: RemoteCommand,
}
#[derive(Subcommand)]
pub enum RemoteCommand { Show }
`,
  });
  expect(lines).toEqual([
    'add-file → src/main.rs::AddArgs::run',
    'data seed → src/main.rs::Data::Seed',
    'remote show → src/remote.rs::RemoteCommand::Show',
    'rm → src/main.rs::Commands::Remove',
  ]);
});

it('commands of a builder are calls of subcommand', async () => {
  const lines = await entryLines({
    'Cargo.toml': '[package]\nname = "tool"\n',
    'src/app.rs': `use clap::{Arg, Command};
pub fn app() -> Command {
    let mut app = Command::new("tool").about("x");
    app = app.version("1");
    app
        .subcommand(Command::new("list").about("Lists").arg(Arg::new("all")))
        .subcommand(remote())
}
fn remote() -> Command {
    Command::new("remote").subcommands([Command::new("add"), Command::new("rm")])
}
fn other() { std::process::Command::new("git"); }
`,
  });
  expect(lines).toEqual(['list → line 6', 'remote add → line 10', 'remote rm → line 10']);
});

it('commands of clap may come through a prelude of the project', async () => {
  const lines = await entryLines({
    'src/main.rs': `mod cmd;
mod prelude { pub use clap::{Command, Subcommand}; }
use crate::prelude::*;
fn cli() -> Command { Command::new("book").subcommand(cmd::build::make()) }
fn main() {}
`,
    'src/cmd/mod.rs': 'pub mod build;\n',
    'src/cmd/build.rs': `use crate::prelude::*;
pub fn make() -> Command { Command::new("build").about("Builds") }
`,
    'src/tool.rs': `use crate::prelude::*;
#[derive(Debug, Subcommand)]
enum Tool { Run, Stop }
`,
  });
  expect(lines.filter((line) => !line.startsWith('src/'))).toEqual([
    'build → line 2',
    'run → src/tool.rs::Tool::Run',
    'stop → src/tool.rs::Tool::Stop',
  ]);
});
