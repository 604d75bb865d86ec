/** Tools called as a transport calls them, on a copy of the fixture shop. */
import type { Snapshot } from '../../src/index/snapshot.ts';
import { Workspace } from '../../src/project/workspace.ts';
import type { Channel } from '../../src/tools/answer/budget.ts';
import { answerText, callTool, type StructuredAnswer } from '../../src/tools/call.ts';
import { openIndex, type ToolContext } from '../../src/tools/context.ts';
import { findTool } from '../../src/tools/registry.ts';
import type { SessionLog } from '../../src/tools/session-log.ts';
import { commitAll, git } from '../git/temp-repository.ts';
import { type TempProject, tempShop, testWriter } from '../project/temp-project.ts';

/** The shop, with a commit and a change for tools that compare revisions. */
export async function shopFor(name: string): Promise<TempProject> {
  const temp = await tempShop();
  if (!/^(?:changes$|graph_diff$|git_)/.test(name)) return temp;
  git(temp.config.root, 'init');
  commitAll(temp.config.root, 'first');
  const cart = await temp.read('src/cart/cart.ts');
  await temp.write('src/cart/cart.ts', cart.replaceAll(/\badd\b/g, 'put'));
  return temp;
}

export interface ToolCaller {
  readonly temp: TempProject;
  readonly context: ToolContext;
  readonly notices: readonly string[];
  /** The snapshot and the texts of its code, as tools may show them. */
  indexed(): Promise<{ snapshot: Snapshot; texts: ReadonlyMap<string, string> }>;
  call(name: string, input: unknown): Promise<{ structured: StructuredAnswer; text: string }>;
}

export async function toolCaller(
  given: {
    readonly refresh?: boolean;
    readonly channel?: Channel;
    readonly session?: SessionLog;
    readonly workspace?: Workspace;
    readonly temp?: TempProject;
  } = {},
): Promise<ToolCaller> {
  const temp = given.temp ?? (await tempShop());
  const notices: string[] = [];
  const config = { projects: [temp.config] };
  const context: ToolContext = {
    workspace: given.workspace ?? (await Workspace.open(config, { writer: testWriter() })),
    refresh: given.refresh ?? true,
    channel: given.channel ?? 'both',
    session: given.session,
    signal: undefined,
    onProgress: undefined,
    notice: (line) => notices.push(line),
  };
  return {
    temp,
    context,
    notices,
    indexed: async () => {
      const { project, snapshot } = await openIndex(context, undefined);
      const texts = new Map<string, string>();
      for (const path of snapshot.text.data.paths) {
        texts.set(path, (await project.readText(path)).text);
      }
      return { snapshot, texts };
    },
    call: async (name, input) => {
      const tool = findTool(name);
      if (tool === undefined) throw new Error(`no tool ${name}`);
      const answer = await callTool(context, tool, input);
      return { structured: answer.structured, text: answerText(answer) };
    },
  };
}
