import { Camera, CircleAlert, FileText, Paperclip, ReceiptText, X } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { FieldLine } from './field.tsx'
import styles from './file-picker.module.css'
import { Icon, IconTile } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

type FilePickerProps = {
  accept: string
  busy: boolean
  problem?: string | null
  onPick: (file: File) => void
}

export function FilePicker({ accept, busy, problem, onPick }: FilePickerProps) {
  const file = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  function pick(event: ChangeEvent<HTMLInputElement>) {
    const [picked] = event.target.files ?? []
    // Otherwise choosing the same file again causes no event.
    event.target.value = ''
    if (picked) onPick(picked)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped && !busy) onPick(dropped)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way more; the buttons are the others
    <div
      className={classNames(styles.picker, over && styles.over)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconTile icon={ReceiptText} />
      <div className={styles.ways}>
        <Button
          icon={Paperclip}
          busy={busy}
          busyText="Preparando…"
          onClick={() => file.current?.click()}
        >
          {problem ? 'Elegir otro archivo' : 'Elegir archivo'}
        </Button>
        <span className="only-phone">
          <Button icon={Camera} disabled={busy} onClick={() => camera.current?.click()}>
            Sacar foto
          </Button>
        </span>
      </div>
      {problem && (
        <div role="alert">
          <FieldLine look="error" icon={CircleAlert} text={problem} />
        </div>
      )}
      <span className={classNames('faint small', 'only-desk')}>También puedes soltarlo aquí</span>
      <input
        ref={file}
        type="file"
        accept={accept}
        hidden
        aria-label="Comprobante"
        onChange={pick}
      />
      <input
        ref={camera}
        type="file"
        accept="image/jpeg,image/png"
        capture="environment"
        hidden
        aria-label="Foto del comprobante"
        onChange={pick}
      />
    </div>
  )
}

type FileLineProps = {
  name: string
  state: string
  picture?: string | null
  onRemove?: () => void
}

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
