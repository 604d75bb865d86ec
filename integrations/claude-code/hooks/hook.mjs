// Hook of the plugins for Claude Code and Gemini CLI. It refreshes the index when a session starts, and adds
// the uses of a symbol to a search for its name. It never blocks the client: whatever fails, it prints
// nothing and ends with status 0, and a search waits for it at most ANSWER_MS.
import { spawn } from 'node:child_process';

const ANSWER_MS = 3000;
const TEXT_LENGTH_MAX = 1500;
/** A pattern that can be a name: one of its own, or with word boundaries around it. */
const NAME = /^(?:\\b)?([A-Za-z_$][\w$]{2,})(?:\\b)?$/;

const options = { shell: process.platform === 'win32', windowsHide: true };

try {
  const event = JSON.parse(await inputText());
  if (event.hook_event_name === 'SessionStart') refresh(event.cwd);
  else await addUses(event);
} catch {
  // An event of another form: there is nothing to add.
}

async function inputText() {
  let text = '';
  for await (const part of process.stdin.setEncoding('utf8')) text += part;
  return text;
}

/** Starts the update and leaves it alone, so that the session can start. */
function refresh(cwd) {
  const child = spawn('graph-memory', ['index'], {
    ...options,
    cwd,
    detached: true,
    stdio: 'ignore',
  });
  child.on('error', () => undefined);
  child.unref();
}

async function addUses({ hook_event_name: hookEventName, tool_input: input, cwd }) {
  const [, name] = NAME.exec(input?.pattern ?? '') ?? [];
  if (name === undefined) return;
  const uses = await answerOf(['references', name, '--max-tokens', '250'], cwd);
  if (uses === '') return;
  const additionalContext = `From the index of graph-memory (code_references):\n${uses}`;
  process.stdout.write(
    JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext } }),
  );
}

/** What the program prints; nothing if it fails or takes too long, e.g. because there is no index yet. */
function answerOf(args, cwd) {
  return new Promise((resolve) => {
    const child = spawn('graph-memory', args, {
      ...options,
      cwd,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let text = '';
    const timer = setTimeout(() => {
      child.kill();
      resolve('');
    }, ANSWER_MS);
    const end = (answer) => {
      clearTimeout(timer);
      resolve(answer);
    };
    child.stdout.setEncoding('utf8').on('data', (part) => {
      text = (text + part).slice(0, TEXT_LENGTH_MAX);
    });
    child.on('error', () => end(''));
    child.on('close', (status) => end(status === 0 ? text.trim() : ''));
  });
}
