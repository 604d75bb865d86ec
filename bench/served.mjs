// A project as the MCP server serves it: followed by the real watcher, asked through the tools.
import { availableParallelism } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { callTool, loadConfig, processWriter, TOOLS, Workspace } from '../dist/index.js';

/**
 * Opens the project at `root`, its store below `homeDir`. A question waits `answerWaitMs` for a run, or
 * for its end where that is not given. `ask` gives a tool's structured answer and the notices beside it.
 */
export async function serve(root, homeDir, answerWaitMs) {
  const { projects } = await loadConfig({ cwd: root, homeDir });
  const workspace = await Workspace.open(
    { projects: [{ ...projects[0], root }] },
    {
      writer: processWriter(),
      threadsMax: availableParallelism(),
      answerWaitMs,
      watch: { recursive: process.platform !== 'linux' },
    },
  );
  const ask = async (name, input) => {
    const notices = [];
    const context = {
      workspace,
      refresh: true,
      channel: 'both',
      signal: undefined,
      onProgress: undefined,
      notice: (line) => notices.push(line),
    };
    const tool = TOOLS.find((one) => one.name === name);
    const { structured } = await callTool(context, tool, input);
    return { structured, notices };
  };
  return { workspace, ask };
}

/** Runs some work and says how long the event loop was kept from anything else meanwhile. */
export async function withStalls(work) {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  await work();
  delays.disable();
  const ms = (nanoseconds) => (nanoseconds / 1e6).toFixed(0);
  return `stalls p50 ${ms(delays.percentile(50))}, p99 ${ms(delays.percentile(99))}, longest ${ms(delays.max)} ms`;
}
