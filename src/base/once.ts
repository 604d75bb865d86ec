/** Computes a value on first use, then releases everything that `make` captured. */
export function once<Made>(make: () => Made): () => Made {
  let open: (() => Made) | undefined = make;
  let made: Made;
  return () => {
    if (open !== undefined) {
      made = open();
      open = undefined;
    }
    return made;
  };
}
