/** Returns the values typed or autofilled before hydration: those that differ from the rendered `initial`. */
export function typedInto<Values extends Record<string, string>>(
  form: HTMLFormElement | null,
  initial: Values,
): Partial<Values> {
  const fields = Object.fromEntries(form ? new FormData(form) : []) as Record<string, string>
  const typed = Object.entries(fields).filter(([name, text]) => (initial[name] ?? text) !== text)
  return Object.fromEntries(typed) as Partial<Values>
}
