/** Directives of Sphinx, in reStructuredText and in MyST's Markdown, whose body is code. */

const WITH_LANGUAGE = /^(?:code|code-block|code-cell|highlight|sourcecode)$/;
/** Of `sphinx.ext.doctest`, which reads Python; their argument is a group of them. */
const OF_PYTHON = /^(?:testcode|testcleanup|testsetup)$/;

/** Where nothing says the language, the prompt of Python's does. */
export function languageByPrompt(code: string): string {
  return code.startsWith('>>> ') ? 'pycon' : '';
}

/** The code's language, empty where none is said; undefined when the body is no code. */
export function languageOfDirective(name: string, argument: string): string | undefined {
  if (name === 'doctest') return 'pycon';
  if (OF_PYTHON.test(name)) return 'python';
  return WITH_LANGUAGE.test(name) ? argument.trim().toLowerCase() : undefined;
}
