/**
 * Tells C++ headers from headers of C, which have the same extension. A header is C++ if it says
 * something that only C++ has. All others are read as C, whose grammar also takes the words of C++ for
 * names: `void *private;`.
 *
 * Spaces of patterns stay within a line where a pattern can begin at every line: the time is linear.
 */

/** A comment without an end goes to the end of the text. */
const COMMENTS = /\/\*(?:[\s\S]*?\*\/|[\s\S]*)|\/\/.*/g;

/** Beginnings of lines in C++. In C, such a word can be a name, but not with that after it. */
const LINES =
  /^[ \t]*(?:template[ \t]*<|(?:inline[ \t]+)?namespace[ \t]*(?:[\w:]+[ \t]*)?(?:\{|$)|using[ \t]+[\w:]|(?:public|private|protected)[ \t]*:(?![ \t]*\d)|class[ \t]+\w+(?:[ \t]+\w+)*[ \t]*(?:[:{;]|$)|enum[ \t]+(?:class|struct)[ \t]+\w|struct[ \t]+\w+(?:[ \t]+\w+)*[ \t]*:[ \t]*\w|(?:friend|explicit|virtual)[ \t]+[\w~]|#[ \t]*include[ \t]*<\w+>)/m;

/** Code of C++ anywhere in a line. A reference without `const` could be a binary operator. */
const PARTS =
  /\w::~?\w|\boperator\s*(?:[-+*/%^&|~!=<>]+|\[\]|\(\)|new\b|delete\b)\s*\(|\b(?:static|dynamic|const|reinterpret)_cast\s*<|\)\s*(?:const\s*)?(?:noexcept|override)\b|=\s*(?:default|delete)\s*;|\bconst\s+\w+\s*&/;

export function isCppHeader(text: string): boolean {
  const code = text.replace(COMMENTS, ' ');
  return LINES.test(code) || PARTS.test(code);
}
