import { FileSpreadsheet } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../components/class-names.ts'
import { FileButton, useDrop } from '../../components/file-picker.tsx'
import { IconTile } from '../../components/icon.tsx'
import styles from './conciliation.module.css'

export const ACCEPTED = '.csv,.txt,.tsv,.xlsx,.xls'

type Props = { onFiles: (files: File[]) => void }

export function DropFiles({ onFiles }: Props) {
  const { isOver, drop } = useDrop(onFiles)
  return (
    <div className={classNames(styles.drop, isOver && styles.over)} {...drop}>
      <IconTile icon={FileSpreadsheet} />
      <FileButton
        label="Resumen de cuenta"
        accept={ACCEPTED}
        multiple
        variant="primary"
        onPick={(...files) => onFiles(files)}
      >
        Elegir archivos
      </FileButton>
      <span className="faint small only-desk">También puedes soltarlos aquí</span>
    </div>
  )
}

/** Takes files anywhere over its content. */
export function DropTarget({ onFiles, children }: Props & { children: ReactNode }) {
  const { isOver, drop } = useDrop(onFiles)
  return (
    <div className={classNames('stack gap-4', isOver && styles.over)} {...drop}>
      {children}
    </div>
  )
}
