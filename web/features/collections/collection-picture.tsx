import { PICTURE_SIZE } from '../../../shared/collection-picture.ts'
import styles from './collection-picture.module.css'

/** Shows the picture of a collection, and reserves its space while it loads. */
export function CollectionPicture({ src, alt = '' }: { src: string; alt?: string }) {
  return <img className={styles.picture} src={src} alt={alt} {...PICTURE_SIZE} />
}
