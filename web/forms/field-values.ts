/** Returns the fields of `values` that differ from those of `before`. */
export function changedFields<Values extends object>(
  values: Values,
  before: NoInfer<Values>,
): Partial<Values> {
  const isChanged = ([name, value]: [string, unknown]) => value !== before[name as keyof Values]
  return Object.fromEntries(Object.entries(values).filter(isChanged)) as Partial<Values>
}

/** Returns the text of an optional field, null when it is blank. */
export function nullIfBlank(text: string): string | null {
  return text.trim() === '' ? null : text
}
