import { formatCount } from '../../../shared/text.ts'
import type { ReplicaDiagnosis, UnsentChange } from '../../api/diagnosis.ts'
import { Card } from '../../components/card.tsx'
import { classNames } from '../../components/class-names.ts'
import { Facts } from '../../components/facts.tsx'
import { formatSize } from '../../components/format-size.ts'
import styles from './diagnosis.module.css'
import { bytesOf } from './diagnosis-text.ts'
import type { BrowserStorage } from './use-diagnosis.ts'

type Props = {
  replica: ReplicaDiagnosis | null
  changes: readonly UnsentChange[]
  storage: BrowserStorage | null
}

/** Rows and sizes of the replica's tables, of the waiting changes and of the browser's storage. */
export function SizesCard({ replica, changes, storage }: Props) {
  return (
    <Card className="stack gap-3" title="Tamaños">
      {replica && replica.tables.length > 0 && (
        <table className={classNames(styles.table, styles.steady)} aria-label="Tablas">
          <thead>
            <tr>
              <th scope="col">Tabla</th>
              <th scope="col" className={styles.number}>
                Filas
              </th>
              <th scope="col" className={styles.number}>
                Espacio
              </th>
            </tr>
          </thead>
          <tbody>
            {replica.tables.map(({ name, rows, bytes }) => (
              <tr key={name}>
                <th scope="row" className={styles.code}>
                  {breakable(name)}
                </th>
                <td className={styles.number}>{formatCount(rows)}</td>
                <td className={styles.number}>{formatSize(bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Facts facts={factsOf(replica, changes, storage)} />
    </Card>
  )
}

/** Lets a long name break after each underscore. */
function breakable(name: string) {
  const [first, ...others] = name.split('_')
  return [first, ...others.flatMap((part) => ['_', <wbr key={part} />, part])]
}

function factsOf(
  replica: ReplicaDiagnosis | null,
  changes: readonly UnsentChange[],
  storage: BrowserStorage | null,
) {
  const { engine = null, bytes = null } = replica ?? {}
  return [
    engine && { label: 'PostgreSQL', value: engine },
    bytes !== null && { label: 'Toda la copia', value: formatSize(bytes) },
    {
      label: 'Cambios por enviar',
      value: changes.length === 0 ? 'Ninguno' : formatSize(bytesOf(changes)),
    },
    { label: 'Usado en el navegador', value: spaceText(storage) },
    { label: 'Se puede borrar solo', value: erasableText(storage) },
  ]
}

function spaceText(storage: BrowserStorage | null): string {
  if (!storage || storage.usage === null) return 'No lo dice'
  const used = formatSize(storage.usage)
  return storage.quota === null ? used : `${used} de ${formatSize(storage.quota)}`
}

function erasableText(storage: BrowserStorage | null): string {
  if (!storage || storage.persisted === null) return 'No lo dice'
  return storage.persisted ? 'No' : 'Si falta espacio'
}
