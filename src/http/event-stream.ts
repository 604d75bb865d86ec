import type { Access } from './access.ts';
import type { EventHub, ServerEvent } from './event-hub.ts';
import { problemResponse } from './problem.ts';

const STREAMS_MAX = 64;
/** A slower reader misses events instead of filling the memory. */
const WAITING_MAX = 256;
/** Keeps connections open that would be closed when idle. */
const KEEP_ALIVE_MS = 15_000;

/** Returns the events as server-sent events, until the client closes the connection. */
export function eventStream(hub: EventHub, { projects }: Access, signal: AbortSignal): Response {
  if (hub.listenerCount >= STREAMS_MAX) {
    const detail = `more than ${STREAMS_MAX} clients follow the events`;
    return problemResponse({ status: 503, title: 'Service Unavailable', code: 'GM_LIMIT', detail });
  }
  let end = () => undefined as unknown;
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const write = (text: string) => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(Buffer.from(text));
        };
        write(': connected\n\n');
        const timer = setInterval(() => write(': alive\n\n'), KEEP_ALIVE_MS);
        timer.unref();
        const unsubscribe = hub.subscribe({
          take: (event) => {
            if (isVisible(event, projects)) write(eventText(event));
          },
          end: () => {
            clearInterval(timer);
            controller.close();
          },
        });
        end = () => {
          clearInterval(timer);
          unsubscribe();
        };
        signal.addEventListener('abort', end, { once: true });
      },
      cancel: () => void end(),
    },
    new CountQueuingStrategy({ highWaterMark: WAITING_MAX }),
  );
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
  return new Response(stream, { headers });
}

/** An event that names no project may concern a project that the client must not know of. */
function isVisible({ project }: ServerEvent, projects: ReadonlySet<string> | undefined): boolean {
  return projects === undefined || (project !== undefined && projects.has(project));
}

function eventText({ event, project, data }: ServerEvent): string {
  const fields = project === undefined ? data : { project, ...data };
  return `event: ${event}\ndata: ${JSON.stringify(fields)}\n\n`;
}
