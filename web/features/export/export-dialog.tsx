import { Check, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Collection } from '../../../shared/collection.ts'
import { METHOD_NAMES } from '../../../shared/contribution.ts'
import {
  type CsvList,
  type CsvRequest,
  type CsvSeparator,
  csvFileName,
  csvSeparator,
} from '../../../shared/contributions-csv.ts'
import { AppError, hasCode } from '../../../shared/errors.ts'
import { readStored, store } from '../../api/device-storage.ts'
import { exportContributions } from '../../api/export-contributions.ts'
import { sessionEnded } from '../../api/session.ts'
import { Button } from '../../components/button.tsx'
import { Choice, ChoiceGroup } from '../../components/choice.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Note } from '../../components/note.tsx'
import { saveFile } from '../../components/save-file.ts'
import { showToast } from '../../components/toast.tsx'
import styles from './export-dialog.module.css'

type Props = {
  collection: Collection
  /** The search and the filters of the list on the screen. */
  shown: Omit<CsvList, 'collectionId'>
  onClose: () => void
}

export function ExportDialog({ collection, shown, onClose }: Props) {
  const isFiltered = shown.search.trim() !== '' || shown.state !== 'all' || shown.method !== 'all'
  const [onlyShown, setOnlyShown] = useState(isFiltered)
  const [separator, setSeparator] = useState<CsvSeparator>(lastSeparator)
  const { state, run, stop } = useExport()
  const isWorking = state.name === 'working'

  async function save() {
    store(KEY, separator)
    const list = onlyShown ? shown : EVERYTHING
    const file = await run({ collectionId: collection.id, ...list, separator })
    if (!file) return
    saveFile(file, csvFileName(collection.title, new Date()))
    onClose()
    showToast({ text: 'Archivo descargado', icon: Check })
  }

  const foot = (
    <div className={styles.foot}>
      {isWorking && (
        <Button size="lg" onClick={stop}>
          Cancelar
        </Button>
      )}
      <Button
        variant="primary"
        size="lg"
        icon={Download}
        className={styles.wide}
        busy={isWorking}
        busyText="Preparando…"
        onClick={() => void save()}
      >
        Descargar archivo
      </Button>
    </div>
  )

  return (
    <Dialog title="Exportar aportes" onClose={onClose} foot={foot}>
      {isFiltered && (
        <ChoiceGroup legend="Qué aportes">
          <Choice
            name="export-rows"
            label="Los que se ven ahora"
            hint={shownText(shown)}
            checked={onlyShown}
            disabled={isWorking}
            onChange={() => setOnlyShown(true)}
          />
          <Choice
            name="export-rows"
            label="Todos los aportes"
            hint="La lista entera de la colecta"
            checked={!onlyShown}
            disabled={isWorking}
            onChange={() => setOnlyShown(false)}
          />
        </ChoiceGroup>
      )}
      <ChoiceGroup legend="Para qué programa">
        {FORMATS.map(({ value, label, hint }) => (
          <Choice
            key={value}
            name="export-separator"
            label={label}
            hint={hint}
            checked={separator === value}
            disabled={isWorking}
            onChange={() => setSeparator(value)}
          />
        ))}
      </ChoiceGroup>
      {isWorking && (
        <progress
          className={styles.progress}
          aria-label="Preparando el archivo"
          max={1}
          {...(state.share === null ? {} : { value: state.share })}
        />
      )}
      {state.name === 'failed' && (
        <Note tone="warn" role="alert">
          <strong>No se pudo exportar.</strong> {state.message}
        </Note>
      )}
    </Dialog>
  )
}

const FORMATS: { value: CsvSeparator; label: string; hint: string }[] = [
  {
    value: ';',
    label: 'Excel en español',
    hint: 'Separado por punto y coma, con coma decimal',
  },
  {
    value: ',',
    label: 'CSV estándar',
    hint: 'Separado por comas, con punto decimal: Hojas de cálculo de Google y otros',
  },
]

const EVERYTHING: Props['shown'] = { search: '', state: 'all', method: 'all' }

function shownText({ search, state, method }: Props['shown']): string {
  const kind = method === 'all' ? KINDS[state] : `${KINDS[state]}, ${METHOD_NAMES[method]}`
  const words = search.trim()
  return words === '' ? kind : `${kind}, con “${words}” en el nombre`
}

const KINDS: Record<CsvList['state'], string> = {
  all: 'Aportes',
  unverified: 'Por verificar',
  verified: 'Acreditados',
  pending: 'Pendientes',
  rejected: 'Rechazados',
}

const KEY = 'csv-separator'

/** Returns the separator of the last export on this device; before any, the one that Excel expects in Argentina. */
function lastSeparator(): CsvSeparator {
  return csvSeparator.safeParse(readStored(KEY)).data ?? ';'
}

type ExportState =
  | { name: 'idle' }
  /** From 0 to 1; null when unknown. */
  | { name: 'working'; share: number | null }
  | { name: 'failed'; message: string }

/** Unmounting stops the export. */
function useExport() {
  const [state, setState] = useState<ExportState>({ name: 'idle' })
  const running = useRef<AbortController | null>(null)

  function stop() {
    running.current?.abort()
    running.current = null
  }
  useEffect(() => () => running.current?.abort(), [])

  return {
    state,
    stop() {
      stop()
      setState({ name: 'idle' })
    },
    /** Returns null when the export failed, was stopped or is already running. */
    async run(request: CsvRequest): Promise<Blob | null> {
      if (running.current) return null
      const run = new AbortController()
      running.current = run
      setState({ name: 'working', share: null })
      try {
        const file = await exportContributions(request, {
          signal: run.signal,
          onProgress: (share) => {
            if (!run.signal.aborted) setState({ name: 'working', share })
          },
        })
        if (run.signal.aborted) return null
        setState({ name: 'idle' })
        return file
      } catch (error) {
        if (run.signal.aborted) return null
        const message = error instanceof AppError ? error.message : 'Ocurrió un error inesperado.'
        setState({ name: 'failed', message })
        if (hasCode(error, 'not-signed-in')) sessionEnded()
        return null
      } finally {
        if (running.current === run) running.current = null
      }
    },
  }
}
