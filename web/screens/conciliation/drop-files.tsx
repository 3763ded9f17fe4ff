import { FileSpreadsheet } from 'lucide-react'
import type { ReactNode } from 'react'
import { bankAccountOf } from '../../../shared/bank-account.ts'
import { Collapsible } from '../../components/card.tsx'
import { classNames } from '../../components/class-names.ts'
import { FileButton, useDrop } from '../../components/file-picker.tsx'
import { IconTile } from '../../components/icon.tsx'
import styles from './conciliation.module.css'

export const ACCEPTED = '.csv,.txt,.tsv,.xlsx,.xls'

type Props = { onFiles: (files: File[]) => void }

/** The card that takes statement files, chosen or dropped. */
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

/** Accepts files dropped anywhere on its content. */
export function DropTarget({ onFiles, children }: Props & { children: ReactNode }) {
  const { isOver, drop } = useDrop(onFiles)
  return (
    <div className={classNames('stack gap-4', isOver && styles.over)} {...drop}>
      {children}
    </div>
  )
}

/** Lists how to download a statement, by bank; the bank of the colecta's account comes first. */
export function DownloadHelp({ account }: { account: string }) {
  const hint = bankAccountOf(account).hint ?? ''
  const isOwn = ({ name }: Steps) =>
    hint !== '' && name.split(', ').some((one) => hint.includes(one))
  const own = BANKS.filter(isOwn)
  const others = BANKS.filter((bank) => !isOwn(bank))
  return (
    <Collapsible title="¿Cómo descargo mi resumen?" pad startsClosed>
      <dl className={styles.help}>
        {[...own, ...others].map(({ name, steps }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="muted">{steps}</dd>
          </div>
        ))}
      </dl>
    </Collapsible>
  )
}

interface Steps {
  name: string
  steps: string
}

const BANKS: readonly Steps[] = [
  {
    name: 'Mercado Pago',
    steps:
      'Desde una computadora: Reportes › Resumen de cuenta › Generar › formato .csv. El mes aparece cuando termina; puedes pedir un período propio de hasta 31 días.',
  },
  {
    name: 'Galicia',
    steps: 'Desde el home banking: Cuentas › Movimientos › Descargar › CSV o Excel.',
  },
  {
    name: 'Santander',
    steps: 'Desde el home banking: Cuentas › Movimientos › Descargar › CSV.',
  },
  { name: 'BBVA', steps: 'Desde el home banking: Cuentas › Movimientos › Exportar a Excel.' },
  {
    name: 'Nación',
    steps: 'Desde el home banking: Cuentas › Últimos movimientos › Descargar › Excel o CSV.',
  },
  { name: 'Macro', steps: 'Desde el home banking: Cuentas › Últimos movimientos › Excel.' },
  {
    name: 'Provincia, Roela, Ciudad, Supervielle, ICBC, Credicoop, Brubank',
    steps:
      'Busca los movimientos de la cuenta en el home banking y descárgalos en CSV o Excel. El PDF no sirve.',
  },
  {
    name: 'Ualá, Naranja X, Personal Pay, Cuenta DNI',
    steps:
      'Dan el resumen solo en PDF, que no se puede leer aquí. Si tu app ofrece CSV o Excel, suéltalo: te preguntamos qué hay en cada columna.',
  },
]
