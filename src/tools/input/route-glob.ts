/** Maximum number of `*` in a pattern; more make no sense in a route and cost time. */
const STARS_MAX = 6;

/** Returns a matcher of routes: `*` matches within a part, `**` across parts. */
export function routeGlob(pattern: string): (route: string) => boolean {
  const stars = pattern.match(/\*+/g)?.length ?? 0;
  if (stars === 0 || stars > STARS_MAX) return (route) => route === pattern;
  const parts = pattern.split(/(\*\*|\*)/).map((part) => {
    if (part === '**') return '.*';
    return part === '*' ? '[^/]*' : part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
  });
  const expression = new RegExp(`^${parts.join('')}$`);
  return (route) => expression.test(route);
}
