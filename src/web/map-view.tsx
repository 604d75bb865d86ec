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
      {answer === undefined ? <Empty>Loading …</Empty> : <Summary answer={answer} />}
      <div class="drawing" ref={place} role="img" aria-label="Folders and their dependencies" />
      {answer === undefined ? null : <FolderTable answer={answer} />}
    </section>
  );
}

function Summary({
  answer: { folders, dependencies, cycles },
}: {
  answer: ProjectMapAnswer;
}): VNode {
  const violations = dependencies.filter(({ violation }) => violation === true);
  return (
    <>
      <p class="note">
        {folders.length} folders, {dependencies.length} dependencies, {cycles.length} cycles. A
        folder is above those that it uses. Red: against the layers.
      </p>
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
    </>
  );
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
