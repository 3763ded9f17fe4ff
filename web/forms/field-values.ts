export function changedFields<Values extends object>(
  values: Values,
  before: NoInfer<Values>,
): Partial<Values> {
  const isChanged = ([name, value]: [string, unknown]) => value !== before[name as keyof Values]
  return Object.fromEntries(Object.entries(values).filter(isChanged)) as Partial<Values>
}

export function nullIfBlank(text: string): string | null {
  return text.trim() === '' ? null : text
}
