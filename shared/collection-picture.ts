/** The size of a picture beside a link, drawn or chosen by the organiser, as messengers show it (Open Graph). */
export const PICTURE_SIZE = { width: 1200, height: 630 } // px

/** Returns the address of a chosen picture. With its version, because it may be cached for long. */
export function pictureAddress(collectionId: string, version: string): string {
  return `/api/collections/${collectionId}/picture.jpg?v=${version}`
}
