/** Opens a colecta, or changes one: the same form. */
export function CollectionForm() {
  return null
}
