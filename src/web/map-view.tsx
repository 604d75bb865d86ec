import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Route } from './route.ts';
import type { ProjectMapAnswer } from './shapes.ts';
import { Empty, Problem } from './source.tsx';
import { useAnswer } from './use-answer.ts';

/** The whole project by folders: a picture, and the same as a table. */
export function MapView({
  route: { project },
  version,
}: {
  readonly route: Route;
  readonly version: number;
}): VNode {
  const place = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<Error>();
  const { answer, error } = useAnswer<ProjectMapAnswer>(
    'project_map',
    { project, max_tokens: 40_000 },
    { version },
  );
  useEffect(() => {
    const container = place.current;
    if (answer === undefined || container === null) return undefined;
    let end = () => undefined as unknown;
    let isGone = false;
    // Loaded when it is opened: the drawing library is larger than the rest of the page.
    import('./draw-map.ts').then(
      ({ drawMap }) => {
        if (!isGone) end = drawMap(container, answer);
      },
      (failure: Error) => setProblem(failure),
    );
    return () => {
      isGone = true;
      end();
    };
  }, [answer]);
  const failure = error ?? problem;
  return (
    <section class="map">
      <h1>Map</h1>
      {failure === undefined ? null : <Problem error={failure} />}
      {answer === undefined ? <Empty>Loading …</Empty> : <Legend answer={answer} />}
      <div class="drawing" ref={place} role="img" aria-label="Folders and their dependencies" />
      {answer === undefined ? null : <Disorder answer={answer} />}
      {answer === undefined ? null : <FolderTable answer={answer} />}
    </section>
  );
}

function Legend({
  answer: { folders, total_count: folderTotal, dependencies, dependency_total: total },
}: {
  answer: ProjectMapAnswer;
}): VNode {
  const ofFolders = folders.length < folderTotal ? ` of ${folderTotal}` : '';
  const ofAll = dependencies.length < total ? ` of ${total}, the strongest` : '';
  return (
    <p class="note">
      {folders.length}
      {ofFolders} folders, {dependencies.length} dependencies{ofAll}. A folder is above those that
      it uses. Orange: in a cycle. Red: against the layers. Point at a folder to see only its own
      dependencies.
    </p>
  );
}

/** Cycles and violations; closed, because old projects have hundreds. */
function Disorder({
  answer: { dependencies, cycles },
}: {
  answer: ProjectMapAnswer;
}): VNode | null {
  const violations = dependencies.filter(({ violation }) => violation === true);
  if (cycles.length + violations.length === 0) return null;
  return (
    <details>
      <summary>
        {count(cycles.length, 'cycle', 'cycles')},{' '}
        {count(violations.length, 'dependency', 'dependencies')} against the layers
      </summary>
      <ul>
        {cycles.map((cycle) => (
          <li key={cycle.join()} class="cycle">
            cycle: {cycle.join(', ')}
          </li>
        ))}
        {violations.map(({ source, target, count }) => (
          <li key={`${source} ${target}`} class="violation">
            against the layers: {source} → {target} ({count})
          </li>
        ))}
      </ul>
    </details>
  );
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

function FolderTable({ answer: { folders } }: { answer: ProjectMapAnswer }): VNode {
  return (
    <details>
      <summary>Folders as a table</summary>
      <table>
        <thead>
          <tr>
            <th>Folder</th>
            <th>Layer</th>
            <th>Files</th>
            <th>Symbols</th>
          </tr>
        </thead>
        <tbody>
          {folders.map(({ path, layer, files, symbols }) => (
            <tr key={path}>
              <td>{path}</td>
              <td>{layer}</td>
              <td>{files}</td>
              <td>{symbols}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
