/** Makes something when it is first asked for; what `make` holds on to is let go then. */
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
