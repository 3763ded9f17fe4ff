import { useState } from 'react'
import { formatMoment } from '../../../shared/dates.ts'
import { asAppError } from '../../../shared/errors.ts'
import type { OwnReport } from '../../../shared/own-report.ts'
import { Button } from '../../components/button.tsx'
import { Card, CardHead } from '../../components/card.tsx'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { Note } from '../../components/note.tsx'
import styles from './own-report.module.css'

interface RemovalProps {
  report: OwnReport
  onAsk: () => Promise<void>
}

/** The wish to have a report removed; the organiser does it, who accounts for the money. */
export function Removal({ report, onAsk }: RemovalProps) {
  const { organiserName, removalAskedAt, isRemoved } = report
  const [isSure, setSure] = useState(true)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function ask() {
    setBusy(true)
    setFailure(null)
    try {
      await onAsk()
    } catch (error) {
      setFailure(asAppError(error).message)
    } finally {
      setBusy(false)
      setSure(true)
    }
  }

  return (
    <Card paperOnPhone className={styles.removal} aria-labelledby="removal">
      <CardHead title="Borrar lo que enviaste" id="removal" />
      {isRemoved ? (
        <Note tone="ok" role="status">
          {organiserName} quitó este aporte de su lista. Tu nombre, tu email, tu mensaje y el
          comprobante se borran del todo en los próximos días.
        </Note>
      ) : removalAskedAt ? (
        <Note tone="ok" role="status">
          Pediste que se borre el {formatMoment(removalAskedAt).day}. {organiserName} lo ve junto a
          su lista y lo borra desde allí.
        </Note>
      ) : (
        <>
          <p>
            Puedes pedirle a {organiserName} que borre tu nombre, tu email, tu mensaje y el
            comprobante. El dinero que transferiste no vuelve: eso lo arreglas con {organiserName}.
          </p>
          {failure && (
            <Note tone="warn" role="alert">
              {failure}
            </Note>
          )}
          <Button variant="danger-quiet" edge="start" onClick={() => setSure(false)}>
            Pedir que se borre
          </Button>
        </>
      )}
      <ConfirmDialog
        open={!isSure}
        title="¿Pedir que se borre tu aporte?"
        confirmLabel="Pedir que se borre"
        cancelLabel="Dejarlo como está"
        danger
        busy={busy}
        busyText="Enviando…"
        onConfirm={() => void ask()}
        onCancel={() => setSure(true)}
      >
        {organiserName} recibe tu pedido y borra el aporte de su lista. Deja de contar en el total
        de la colecta.
      </ConfirmDialog>
    </Card>
  )
}
