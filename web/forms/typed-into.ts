/**
 * What stands in a form's fields and is not what the server wrote there: typed, or put there by a keeper of
 * passwords, before the script came. `initial`: what was written, by the names of the fields.
 */
export function typedInto<Values extends Record<string, string>>(
  form: HTMLFormElement | null,
  initial: Values,
): Partial<Values> {
  const fields = Object.fromEntries(form ? new FormData(form) : []) as Record<string, string>
  const typed = Object.entries(fields).filter(([name, text]) => (initial[name] ?? text) !== text)
  return Object.fromEntries(typed) as Partial<Values>
}
