/**
 * Macros that stand where the grammar knows of no macro: before what they export, between a type and a
 * name, around a type. They say nothing of what is declared; blank, they let the rest be read.
 */
const MACRO = '[A-Z][A-Z0-9_]{2,}';
const NAME = '[A-Za-z_]\\w*';

/** `class API Name {`, `struct ALIGNED(8) Name : Base` */
const IN_TYPE = new RegExp(
  `\\b((?:class|struct|union)\\s+)(${MACRO}(?:\\([^()\\n]*\\))?)(?=\\s+${NAME}(?:<[^;{}]*>)?\\s*(?:final\\s*)?(?::[^:]|\\{))`,
  'g',
);
/** `API(type) name(` */
const AROUND_TYPE = new RegExp(
  `^([ \\t]*)(${MACRO}\\()([^()\\n]+)\\)(?=\\s+\\**${NAME}\\s*\\()`,
  'gm',
);
/** `API type name(` */
const BEFORE_TYPE = new RegExp(
  `^([ \\t]*(?:extern\\s+|static\\s+|inline\\s+|virtual\\s+)*)(${MACRO})(?=[ \\t]+(?:(?:const|unsigned|signed|struct|enum|static|inline|extern|constexpr)\\s+)*[a-z_][\\w:]*(?:<[^;{}()]*>)?[\\s*&]+${NAME}(?:::~?${NAME})*\\s*\\()`,
  'gm',
);
/** `type CALL name(` */
const BEFORE_NAME = new RegExp(
  `^([ \\t]*(?:[a-z_]\\w*[ \\t*&]+|[A-Z]\\w*[ \\t*&]+)+)(${MACRO})(?=[ \\t]+${NAME}\\s*\\([^;]*\\)\\s*[;{])`,
  'gm',
);

export function withoutMacros(text: string): string {
  return text
    .replace(IN_TYPE, (_, before: string, macro: string) => before + blank(macro))
    .replace(
      AROUND_TYPE,
      (_, before: string, open: string, type: string) => `${before}${blank(open)}${type} `,
    )
    .replace(BEFORE_TYPE, (_, before: string, macro: string) => before + blank(macro))
    .replace(BEFORE_NAME, (_, before: string, macro: string) => before + blank(macro));
}

function blank(text: string): string {
  return ' '.repeat(text.length);
}
