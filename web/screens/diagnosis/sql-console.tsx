import { type FormEvent, useState } from 'react'
import { countOf } from '../../../shared/text.ts'
import { type LocalReplicaState, MOST_ROWS, type SqlResult } from '../../api/diagnosis.ts'
import { localReplica } from '../../api/local-replica.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { AS_TYPED, Textarea } from '../../components/input.tsx'
import styles from './diagnosis.module.css'

const EXAMPLE = 'select status, count(*)\nfrom collections\ngroup by status'

/** Runs read-only SQL on the replica. */
export function SqlConsole({ state }: { state: LocalReplicaState | null }) {
  const [text, setText] = useState(EXAMPLE)
  const [result, setResult] = useState<SqlResult | null>(null)
  const { busy, failure, run } = useAction(() => setResult(null))
  const isReady = state?.replica === 'ready'

  function ask(event: FormEvent) {
    event.preventDefault()
    run(async () => setResult((await localReplica()?.querySql(text)) ?? null))
  }

  return (
    <Card className="stack gap-3" title="Consulta SQL">
      <form className={styles.sqlForm} onSubmit={ask} noValidate>
        <Field
          label="Consulta"
          error={failure}
          hint="Solo lectura y de a una, sobre la copia de este dispositivo. Una larga hace esperar a lo demás; a los 30 segundos la detenemos."
        >
          <Textarea
            value={text}
            onChange={({ target }) => setText(target.value)}
            className={styles.sqlText}
            autoComplete="off"
            {...AS_TYPED}
          />
        </Field>
        <Button
          type="submit"
          busy={busy}
          busyText="Consultando…"
          disabled={!isReady}
          aria-describedby={isReady ? undefined : 'sql-hint'}
          className={styles.sqlSubmit}
        >
          Consultar
        </Button>
        {!isReady && (
          <p id="sql-hint" className="faint small">
            Para consultar hace falta que la copia esté lista.
          </p>
        )}
      </form>
      <p role="status" className={result ? 'muted small' : 'sr'}>
        {result && rowCountText(result)}
      </p>
      {result && result.rows.length > 0 && <Result {...result} />}
    </Card>
  )
}

function rowCountText({ rows, hasMore }: SqlResult): string {
  if (hasMore) return `Las primeras ${MOST_ROWS} filas; hay más.`
  return countOf(rows.length, 'fila')
}

/** Scrolls in its own container, because its columns are unknown. */
function Result({ columns, rows }: SqlResult) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={styles.sqlResult} tabIndex={0} aria-label="Resultado de la consulta">
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((name, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
              <th key={column} scope="col" className={styles.sqlCell}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name
            <tr key={line}>
              {row.map((value, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={column} className={styles.sqlCell}>
                  {value ?? <span className={styles.sqlNull}>NULL</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
