/**
 * Derives something from what is replaced as a whole, such as settings: once for each that takes the place
 * of another, however often it is asked for. The state is told many times with each scan.
 */
export function derivedOnce<Source extends object, Derived>(
  derive: (source: Source) => Derived,
): (source: Source) => Derived {
  const derived = new WeakMap<Source, { readonly value: Derived }>();
  return (source) => {
    const known = derived.get(source) ?? { value: derive(source) };
    derived.set(source, known);
    return known.value;
  };
}
