/** V8 stores longer parts of a text as a reference to the whole text. */
const PART_LENGTH_MIN = 13;

/**
 * Returns a copy of a text that shares no memory with another one. A text that outlives what it was
 * decoded from would otherwise keep all texts that were decoded together.
 */
export function unshared<Text extends string>(text: Text): Text {
  if (text.length < PART_LENGTH_MIN) return text;
  const latin1 = Buffer.from(text, 'latin1').toString('latin1');
  return (latin1 === text ? latin1 : Buffer.from(text, 'utf16le').toString('utf16le')) as Text;
}
