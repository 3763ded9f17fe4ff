/** Joins class names, without the falsy ones: `classNames(styles.button, busy && styles.busy)`. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
