import { useAtom } from 'jotai'
import { Checkbox } from '../../components/choice.tsx'
import { Dialog } from '../../components/dialog.tsx'
import styles from './shortcuts-help.module.css'
import { singleKeysAtom } from './single-keys.ts'

const EVERYWHERE = [
  ['Buscar colectas y personas', 'Ctrl K', '⌘ K'],
  ['Ir a la búsqueda de la lista', '/'],
  ['Nueva colecta', 'n'],
  ['Ir al dashboard', 'g d'],
  ['Ver estos atajos', '?'],
] as const
const IN_REVIEW = [
  ['Acreditar', 'a'],
  ['Rechazar', 'r'],
  ['Siguiente', 'j', '→'],
  ['Anterior', 'k', '←'],
] as const
const IN_CONCILIATION = [
  ['Ir de fila en fila', '↑', '↓'],
  ['Confirmar la fila', 'Enter'],
  ['Rechazar la fila', 'x'],
] as const

/** Lets the person turn off shortcuts of a single key (WCAG 2.1.4). */
export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useAtom(singleKeysAtom)
  return (
    <Dialog title="Atajos de teclado" onClose={onClose}>
      <Keys of={EVERYWHERE} />
      <h3>Al revisar aportes</h3>
      <Keys of={IN_REVIEW} />
      <h3>Al conciliar</h3>
      <Keys of={IN_CONCILIATION} />
      <Checkbox
        label="Usar atajos de una tecla"
        hint="Apágalos si dictas o si los tocas sin querer. Ctrl K queda siempre."
        checked={isOn}
        onChange={({ target }) => setOn(target.checked)}
      />
    </Dialog>
  )
}

type KeyLine = readonly [act: string, ...keys: string[]]

function Keys({ of: lines }: { of: readonly KeyLine[] }) {
  return (
    <dl className="stack ruled">
      {lines.map(([act, ...keys]) => (
        <div key={act} className={styles.line}>
          <dt>{act}</dt>
          <dd className={styles.presses}>
            {keys.map((key, index) => (
              <span key={key}>
                {index > 0 && <span className="faint">o </span>}
                {key.split(' ').map((one) => (
                  <kbd key={one} className={styles.key}>
                    {one}
                  </kbd>
                ))}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
