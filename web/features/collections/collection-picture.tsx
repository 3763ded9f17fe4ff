import { COLLECTION_PICTURE } from '../../../shared/collection-picture.ts'
import styles from './collection-picture.module.css'

/** The picture that an organiser chose. Its place is kept while it loads. */
export function CollectionPicture({ src, alt = '' }: { src: string; alt?: string }) {
  return <img className={styles.picture} src={src} alt={alt} {...COLLECTION_PICTURE} />
}
