import { FileText, X } from 'lucide-react'
import { useState } from 'react'
import styles from './file-line.module.css'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

type FileLineProps = {
  name: string
  /** One line: its size, and where it stands. */
  state: string
  /** Address of a picture of it; without one there is an icon. */
  picture?: string | null
  onRemove?: () => void
}

/** A file: what it looks like, what it is called, where it stands. */
export function FileLine({ name, state, picture, onRemove }: FileLineProps) {
  const [unreadable, setUnreadable] = useState<string | null>(null)
  return (
    <div className={styles.file}>
      <span className={styles.thumb}>
        {picture && picture !== unreadable ? (
          <img
            src={picture}
            alt=""
            className={styles.picture}
            onError={() => setUnreadable(picture)}
          />
        ) : (
          <Icon of={FileText} />
        )}
      </span>
      <span>
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.state}>{state}</span>
      </span>
      {onRemove && <IconButton icon={X} label="Quitar archivo" onClick={onRemove} />}
    </div>
  )
}
