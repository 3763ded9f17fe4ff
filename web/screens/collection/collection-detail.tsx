/** A colecta as its organiser sees it. */
export function CollectionDetail() {
  return null
}
