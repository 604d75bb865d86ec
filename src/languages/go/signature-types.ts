import { at } from '../../base/assert.ts';
import { type SignatureTypes, TYPES_AFTER_NAMES } from '../../extractors/signature-types.ts';

/** `func (s *Shop) Cart() (*Cart, error)`; `cart *Cart`. */
export const GO_SIGNATURE_TYPES: SignatureTypes = {
  result: (signature, name, place) => {
    const several = /\)\s*\(([^()]*)\)\s*\{?\s*$/.exec(signature)?.[1]?.split(',');
    if (several !== undefined) {
      const one = at(several, Math.min(place, several.length - 1));
      return /(?:^|[\s*.\]])([A-Z]\w*)(?:\[[^\]]*\])?\s*$/.exec(one)?.[1];
    }
    return place > 0 ? undefined : TYPES_AFTER_NAMES.result(signature, name, place);
  },
  value: (signature, name) =>
    TYPES_AFTER_NAMES.value(signature, name) ??
    /^\w+\s+\*?(?:\w+\.)?([A-Z]\w*)/.exec(signature)?.[1],
};

/** The type of the receiver: `Cart` in `func (c *Cart) Add()`. */
export function goReceiverType(signature: string): string | undefined {
  return /^func\s*\(\s*\w*\s*\*?\s*(\w+)/.exec(signature)?.[1];
}
