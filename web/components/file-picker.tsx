import { Camera, CircleAlert, FileText, Paperclip, ReceiptText, X } from 'lucide-react'
import {
  type ChangeEvent,
  type ComponentProps,
  type DragEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Button, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { FieldLine } from './field.tsx'
import styles from './file-picker.module.css'
import { Icon, IconTile } from './icon.tsx'

type FilePickerProps = {
  accept: string
  busy: boolean
  problem?: string | null
  onPick: (file: File) => void
}

export function FilePicker({ accept, busy, problem, onPick }: FilePickerProps) {
  const { isOver, drop } = useDrop(([dropped]) => dropped && !busy && onPick(dropped))

  return (
    <div className={classNames(styles.picker, isOver && styles.over)} {...drop}>
      <IconTile icon={ReceiptText} />
      <div className={styles.ways}>
        <FileButton
          label="Comprobante"
          accept={accept}
          onPick={onPick}
          icon={Paperclip}
          busy={busy}
          busyText="Preparando…"
        >
          {problem ? 'Elegir otro archivo' : 'Elegir archivo'}
        </FileButton>
        <span className="only-phone">
          <FileButton
            label="Foto del comprobante"
            accept="image/jpeg,image/png"
            capture="environment"
            onPick={onPick}
            icon={Camera}
            disabled={busy}
          >
            Sacar foto
          </FileButton>
        </span>
      </div>
      {problem && <FileProblemNote text={problem} />}
      <span className="faint small only-desk">También puedes soltarlo aquí</span>
    </div>
  )
}

/** Spread `drop` on an element to accept dragged files; `isOver` while some are above it. */
export function useDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false)

  // Otherwise the browser opens a file that is dropped beside the element in place of the page.
  useEffect(() => {
    const stopping = new AbortController()
    const keepPage = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    for (const type of ['dragover', 'drop'] as const) {
      window.addEventListener(type, keepPage, { signal: stopping.signal })
    }
    return () => stopping.abort()
  }, [])

  const drop = {
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
  return { isOver, drop }
}

type FileButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  label: string
  accept: string
  capture?: 'environment'
  multiple?: boolean
  onPick: (...files: [File, ...File[]]) => void
}

export function FileButton(props: FileButtonProps) {
  const { label, accept, capture, multiple, onPick, ...button } = props
  const input = useRef<HTMLInputElement>(null)

  function pick(event: ChangeEvent<HTMLInputElement>) {
    const [file, ...others] = event.target.files ?? []
    // Otherwise choosing the same file again causes no event.
    event.target.value = ''
    if (file) onPick(file, ...others)
  }

  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept={accept}
        capture={capture}
        multiple={multiple}
        hidden
        aria-label={label}
        onChange={pick}
      />
    </>
  )
}

export function FileProblemNote({ text }: { text: string }) {
  return (
    <div role="alert">
      <FieldLine tone="bad" icon={CircleAlert} text={text} />
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
  const [failedPicture, setFailedPicture] = useState<string | null>(null)
  return (
    <div className={styles.file}>
      <span className={styles.thumb}>
        {picture && picture !== failedPicture ? (
          <img
            src={picture}
            alt=""
            className={styles.picture}
            onError={() => setFailedPicture(picture)}
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
