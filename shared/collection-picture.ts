/** The size of every chosen picture, as messengers show one beside a link (Open Graph). */
export const COLLECTION_PICTURE = { width: 1200, height: 630 } // px

/** Returns the address of a chosen picture. With its version, because it may be cached for long. */
export function pictureOf(collectionId: string, version: string): string {
  return `/api/collections/${collectionId}/picture.jpg?v=${version}`
}
