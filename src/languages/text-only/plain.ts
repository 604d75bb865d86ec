/**
 * Languages of which only the name is known. Their files are split into windows that can be
 * searched and shown.
 */
import { withStarts } from '../../extractors/data-files/starts.ts';
import type { TextLanguage } from '../../extractors/language.ts';
import { lineStarts } from '../../extractors/line-scanner/line-starts.ts';
import { pathModules } from '../../extractors/path-modules.ts';
import { plainFacts } from '../../extractors/text-facts.ts';

function plain(
  id: string,
  title: string,
  extensions: readonly string[],
  facts: Partial<TextLanguage> = {},
): TextLanguage {
  return {
    id,
    title,
    extensions,
    extractText: (text, path) => plainFacts(id, text, path),
    ...facts,
    family: id,
    support: 'file',
    createModuleResolver: pathModules(extensions),
  };
}

/** A time of cron: five fields or a word, and the command. */
const CRON_LINE =
  /^(?<name>@\w+|(?:[\d*/,\-LW#?]+|[A-Za-z]{3}(?:[-,][A-Za-z]{3})*)(?:\s+(?:[\d*/,\-LW#?]+|[A-Za-z]{3}(?:[-,][A-Za-z]{3})*)){4})\s+(?<command>\S.*)$/;
const PROCESS_LINE = /^(?<name>[\w-]+):\s*(?<command>\S.*)$/;

/** A language of which each line starts a program. */
function commands(
  id: string,
  title: string,
  extensions: readonly string[],
  fileName: string,
  line: RegExp,
): TextLanguage {
  return plain(id, title, extensions, {
    fileNames: [fileName],
    extractText: (text, path) =>
      withStarts(plainFacts(id, text, path), text, lineStarts(`${id} *`, line, text)),
  });
}

export const PLAIN_LANGUAGES: readonly TextLanguage[] = [
  plain('ada', 'Ada', ['.adb', '.ads']),
  plain('apex', 'Apex', ['.cls', '.apex', '.trigger']),
  plain('asm', 'Assembly', ['.asm', '.s']),
  plain('astro', 'Astro', ['.astro']),
  plain('awk', 'Awk', ['.awk'], { interpreters: ['awk', 'gawk', 'mawk'] }),
  plain('batch', 'Batch', ['.bat', '.cmd']),
  plain('bicep', 'Bicep', ['.bicep']),
  plain('clojure', 'Clojure', ['.clj', '.cljs', '.cljc', '.edn', '.bb']),
  plain('cmake', 'CMake', ['.cmake'], { fileNames: ['CMakeLists.txt'] }),
  plain('cobol', 'COBOL', ['.cob', '.cbl', '.cpy']),
  plain('coffeescript', 'CoffeeScript', ['.coffee']),
  commands('crontab', 'Crontab', ['.crontab', '.cron'], 'crontab', CRON_LINE),
  plain('crystal', 'Crystal', ['.cr']),
  plain('css', 'CSS', ['.css', '.scss', '.sass', '.less', '.styl', '.pcss']),
  plain('d', 'D', ['.d', '.di']),
  plain('elm', 'Elm', ['.elm']),
  plain('erlang', 'Erlang', ['.erl', '.hrl'], {
    fileNames: ['rebar.config'],
    interpreters: ['escript'],
  }),
  plain('fish', 'Fish', ['.fish'], { interpreters: ['fish'] }),
  plain('fortran', 'Fortran', ['.f', '.for', '.f77', '.f90', '.f95', '.f03', '.f08']),
  plain('fsharp', 'F#', ['.fs', '.fsi', '.fsx']),
  plain('gdscript', 'GDScript', ['.gd']),
  plain('gleam', 'Gleam', ['.gleam']),
  plain('glsl', 'Shaders', [
    '.glsl',
    '.vert',
    '.frag',
    '.geom',
    '.comp',
    '.hlsl',
    '.wgsl',
    '.metal',
  ]),
  plain('groovy', 'Groovy', ['.groovy', '.gradle', '.gvy'], {
    fileNames: ['Jenkinsfile'],
    interpreters: ['groovy'],
  }),
  plain('haml', 'Templates', [
    '.erb',
    '.haml',
    '.slim',
    '.ejs',
    '.ejs.t',
    '.hbs',
    '.mustache',
    '.jinja',
    '.jinja2',
    '.j2',
    '.liquid',
    '.twig',
    '.pug',
    '.cshtml',
    '.razor',
    '.jsp',
    '.ftl',
    '.heex',
    '.eex',
    '.leex',
    '.gotmpl',
    '.tmpl',
  ]),
  plain('haxe', 'Haxe', ['.hx']),
  plain('hcl', 'HCL', ['.tf', '.tfvars', '.hcl', '.nomad'], { excludes: ['.terraform/'] }),
  plain('idris', 'Idris, Agda, Lean', ['.idr', '.agda', '.lean']),
  plain('julia', 'Julia', ['.jl'], { interpreters: ['julia'] }),
  plain('just', 'Just', ['.just'], { fileNames: ['justfile', 'Justfile'] }),
  plain('lisp', 'Lisp', ['.lisp', '.lsp', '.cl', '.el', '.scm', '.ss', '.rkt', '.fnl', '.hy']),
  plain('matlab', 'MATLAB, Octave', ['.mlx', '.octave']),
  plain('meson', 'Meson', [], { fileNames: ['meson.build', 'meson_options.txt'] }),
  plain('mojo', 'Mojo', ['.mojo']),
  plain('move', 'Move', ['.move']),
  plain('nim', 'Nim', ['.nim', '.nims', '.nimble']),
  plain('nix', 'Nix', ['.nix']),
  plain('objc', 'Objective-C', ['.m', '.mm']),
  plain('ocaml-interface', 'OCaml interfaces', [
    '.mli',
    '.mll',
    '.mly',
    '.re',
    '.rei',
    '.res',
    '.resi',
  ]),
  plain('odin', 'Odin', ['.odin']),
  plain('pascal', 'Pascal', ['.pas', '.pp', '.dpr', '.lpr']),
  plain('perl', 'Perl', ['.pl', '.pm', '.t', '.pod', '.raku', '.rakumod'], {
    interpreters: ['perl', 'raku'],
  }),
  plain('powershell', 'PowerShell', ['.ps1', '.psm1', '.psd1'], {
    interpreters: ['pwsh'],
  }),
  plain('prisma', 'Prisma', ['.prisma']),
  plain('prolog', 'Prolog', ['.pro', '.plg']),
  plain('purescript', 'PureScript', ['.purs']),
  commands('procfile', 'Procfile', [], 'Procfile', PROCESS_LINE),
  plain('r', 'R', ['.r', '.rmd'], { interpreters: ['rscript', 'Rscript'] }),
  plain('scripts', 'Scripts of other interpreters', [], {
    interpreters: ['tclsh', 'wish', 'expect', 'osascript', 'make', 'bb', 'nu'],
  }),
  plain('sml', 'Standard ML', ['.sml', '.sig', '.fun']),
  plain('solidity', 'Solidity', ['.sol']),
  plain('starlark', 'Starlark', ['.bzl', '.bazel', '.star'], {
    fileNames: ['BUILD', 'WORKSPACE', 'Tiltfile'],
  }),
  plain('tcl', 'Tcl', ['.tcl', '.tk']),
  // Also used for a file that was requested by name, whatever its type.
  plain('text', 'Text', ['.txt', '.text'], { isProse: true }),
  plain('thrift', 'Interface definitions', [
    '.thrift',
    '.fbs',
    '.capnp',
    '.avdl',
    '.smithy',
    '.tsp',
    '.wit',
  ]),
  plain('typst', 'Typst', ['.typ']),
  plain('v', 'V', ['.v', '.vv']),
  plain('vala', 'Vala', ['.vala', '.vapi']),
  plain('vb', 'Visual Basic', ['.vb', '.vbs', '.bas', '.frm']),
  plain('verilog', 'Verilog, VHDL', ['.sv', '.svh', '.vh', '.vhd', '.vhdl']),
  plain('vim', 'Vim script', ['.vim'], { fileNames: ['.vimrc', 'vimrc'] }),
];
