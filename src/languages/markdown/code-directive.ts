/** Sphinx directives with code as their body, in reStructuredText and MyST Markdown. */

const WITH_LANGUAGE = /^(?:code|code-block|code-cell|highlight|sourcecode)$/;
/** Directives of `sphinx.ext.doctest` that contain Python. Their argument is a group name. */
const OF_PYTHON = /^(?:testcode|testcleanup|testsetup)$/;

/**
 * Returns the language of code without a declared one: `pycon` if it begins with Python's prompt,
 * else empty.
 */
export function languageByPrompt(code: string): string {
  return code.startsWith('>>> ') ? 'pycon' : '';
}

/**
 * Returns the language of a directive's code, empty if undeclared. Returns undefined if the body is
 * not code.
 */
export function languageOfDirective(name: string, argument: string): string | undefined {
  if (name === 'doctest') return 'pycon';
  if (OF_PYTHON.test(name)) return 'python';
  return WITH_LANGUAGE.test(name) ? argument.trim().toLowerCase() : undefined;
}
