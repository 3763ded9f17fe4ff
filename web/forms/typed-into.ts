/**
 * Returns the values of a form's fields that differ from the server-rendered ones: typed or filled in by a password
 * manager before the script was loaded. `initial`: the rendered values by field name.
 */
export function typedInto<Values extends Record<string, string>>(
  form: HTMLFormElement | null,
  initial: Values,
): Partial<Values> {
  const fields = Object.fromEntries(form ? new FormData(form) : []) as Record<string, string>
  const typed = Object.entries(fields).filter(([name, text]) => (initial[name] ?? text) !== text)
  return Object.fromEntries(typed) as Partial<Values>
}
