import { Command, Option } from 'commander';
import { synonymsOf } from '../../tools/input/parse-input.ts';
import { inputJsonSchema } from '../../tools/json-schema.ts';
import type { Tool } from '../../tools/tool.ts';
import { callOnce } from '../call-once.ts';
import { printAnswer } from '../print-answer.ts';
import type { Terminal } from '../terminal.ts';
import { readOptions, withCommonOptions, withPublishedOption } from './common-options.ts';
import { nameOf, type ToolCommand } from './tool-commands.ts';

interface ParameterSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly enum?: readonly string[] };
  readonly default?: unknown;
  readonly description?: string;
}

/**
 * Creates a command from a tool: one flag per parameter; prints the tool's text or its structured
 * answer. Flags are created only if the command's name is among `words`, the words of the command
 * line. Otherwise they are never used, and creating them for all tools takes as long as a small
 * answer.
 */
export function toolCommand(
  terminal: Terminal,
  definition: ToolCommand,
  words: readonly string[],
  group = '',
): Command {
  const { tool, isOne = false, letters = {} } = definition;
  const name = nameOf(definition);
  const command = new Command(name).summary(definition.summary).description(tool.description);
  const positionals = positionalsOf(definition);
  for (const { syntax } of positionals) command.argument(syntax);
  const parameters = words.includes(name) ? flagParameters(definition) : [];
  for (const [name, schema] of parameters) {
    command.addOption(optionOf(tool, name, schema, name, letters[name]));
    for (const word of synonymsOf(tool, name)) {
      command.addOption(optionOf(tool, word, schema, name).hideHelp());
    }
  }
  command.option('--no-refresh', 'answer from the stored index even if files have changed');
  withPublishedOption(command);
  const call = `graph-memory ${group}${name}`;
  withCommonOptions(
    command,
    definition.examples.map((one) => `${call} ${one}`.trimEnd()),
  );
  return command.action(async (...args: unknown[]) => {
    const { values, options } = readOptions(command);
    const input: Record<string, unknown> = {};
    for (const [index, { parameter }] of positionals.entries()) {
      // An omitted optional argument keeps the tool's default.
      if (args[index] === undefined) continue;
      const words = [args[index]].flat();
      const joined = words.join(' ');
      if (isOne) input[parameter] = [joined];
      else input[parameter] = isList(tool, parameter) ? words : joined;
    }
    for (const name of parameters.flatMap(([own]) => [own, ...synonymsOf(tool, own)])) {
      const value = values[camelCase(name)];
      // The tool itself rejects a parameter that is given under two of its names.
      if (value !== undefined) input[name] = value;
    }
    const refresh = values['refresh'] !== false;
    await callOnce(terminal, { options, tool, input, refresh }, (answer) =>
      printAnswer(terminal, answer, options.json),
    );
  });
}

function positionalsOf({ usage }: ToolCommand) {
  const [, ...syntaxes] = usage.split(' ');
  return syntaxes.map((syntax) => ({ syntax, parameter: syntax.replace(/\W+/g, '') }));
}

function isList(tool: Tool, parameter: string): boolean {
  const properties = inputJsonSchema(tool)['properties'] as Record<string, ParameterSchema>;
  return properties[parameter]?.type === 'array';
}

function flagParameters(definition: ToolCommand): [string, ParameterSchema][] {
  const properties = (inputJsonSchema(definition.tool)['properties'] ?? {}) as Record<
    string,
    ParameterSchema
  >;
  const positionals = new Set(positionalsOf(definition).map(({ parameter }) => parameter));
  return Object.entries(properties).filter(
    ([name]) => name !== 'project' && !positionals.has(name),
  );
}

/** Creates an option. `name` is the flag's name, `parameter` the tool's. */
function optionOf(
  tool: Tool,
  name: string,
  schema: ParameterSchema,
  parameter = name,
  letter?: string,
): Option {
  const long = `--${name.replaceAll('_', '-')}`;
  const flag = letter === undefined ? long : `-${letter}, ${long}`;
  const about = describe(tool, parameter, schema);
  switch (schema.type) {
    case 'boolean':
      return new Option(flag, about);
    case 'array':
      return new Option(`${flag} <value>`, `${about} (repeatable)`).argParser(
        (value: string, before: string[] | undefined) => [...(before ?? []), value],
      );
    case 'number':
      return new Option(`${flag} <number>`, about).argParser(Number);
    default:
      return new Option(`${flag} <value>`, about);
  }
}

function describe(tool: Tool, name: string, schema: ParameterSchema): string {
  const bounds = tool.bounds[name];
  const values = schema.enum ?? schema.items?.enum;
  const parts = [
    ...(schema.description === undefined ? [] : [schema.description]),
    ...(values === undefined ? [] : [values.join(' | ')]),
    ...(bounds === undefined ? [] : [`${bounds.min} to ${bounds.max}`]),
    ...(hasPlainDefault(schema) ? [`default ${String(schema.default)}`] : []),
  ];
  return parts.join('; ');
}

/** Whether the default says more than that the option may be left out. */
function hasPlainDefault({ default: value }: ParameterSchema): boolean {
  return value !== '' && (typeof value === 'string' || typeof value === 'number');
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
