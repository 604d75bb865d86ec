/** What files say of the keys that their types are written by, and of members that are flags. */
import { expect, test } from 'vitest';
import { extractText } from '../helpers/check.ts';

async function keysOf(path: string, text: string): Promise<string[]> {
  const { cliFlags = [], declarations } = await extractText(path, text);
  return cliFlags.map(
    ({ name, declaration }) => `${declarations[declaration]?.name ?? '-'} ${name}`,
  );
}

test.each([
  [
    'serde',
    'a.rs',
    '#[derive(Debug, Deserialize)]\n#[serde(rename_all = "kebab-case")]\nstruct Options {\n  max_size: u32,\n  #[serde(rename = "type")]\n  kind: String,\n  #[serde(alias = "max-items")]\n  max_items: u32,\n}\n#[derive(Debug)]\nstruct Made {\n  max_size: u32,\n}\n',
    ['Options {}', 'kind {}.type'],
  ],
  [
    'flags of members',
    'a.rs',
    '#[derive(Parser)]\nstruct Cli {\n  #[arg(long, short = \'m\', visible_alias = "mx")]\n  max_size: u32,\n  #[arg(long = "other")]\n  size: u32,\n  #[arg(value_name = "long")]\n  path: String,\n}\n',
    ['size --other', 'max_size --max-size', 'max_size --mx'],
  ],
  [
    'tags of Go',
    'a.go',
    'package a\n\ntype Options struct {\n\tMaxSize int `json:"max_size,omitempty" yaml:"limit"`\n\tPort int `env:"SHOP_PORT"`\n\tPlain int `validate:"max"`\n}\n',
    ['Port SHOP_PORT', 'MaxSize {}.limit'],
  ],
  [
    'annotations of Java',
    'A.java',
    'class A {\n  @JsonProperty("max")\n  private int limit;\n\n  @Deprecated\n  int other;\n}\n',
    ['limit {}.max'],
  ],
  [
    'attributes of C#',
    'A.cs',
    'class A {\n  [JsonPropertyName("max")]\n  public int Limit { get; set; }\n}\n',
    ['Limit {}.max'],
  ],
  [
    'annotations of Kotlin',
    'A.kt',
    '@Serializable\nclass A(\n  @SerialName("max") val limit: Int,\n  val other: Int,\n)\n',
    ['limit {}.max'],
  ],
  ['text that is none of it', 'a.rs', '// #[serde(rename = "x")]\nfn a() {}\n', []],
])('reads the keys of %s', async (_, path, text, expected) => {
  expect(await keysOf(path, text)).toEqual(expected);
});
