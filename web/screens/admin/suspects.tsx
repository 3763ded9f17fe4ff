import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import * as admin from '../../../shared/api/admin.ts'
import { COMPLAINT_REASONS, type SuspectCollection, suspension } from '../../../shared/complaint.ts'
import { links } from '../../../shared/links.ts'
import { formatCount } from '../../../shared/text.ts'
import { check } from '../../../shared/validation.ts'
import { request } from '../../api/request.ts'
import { useFresh } from '../../api/use-request.ts'
import { Badge } from '../../components/badge.tsx'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Failed } from '../../components/empty-state.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Field } from '../../components/field.tsx'
import { Textarea } from '../../components/input.tsx'
import { Moment } from '../../components/moment.tsx'
import { useChange } from '../../features/collections/use-change.ts'
import { useForm } from '../../forms/use-form.ts'
import styles from './admin.module.css'

/** Lists collections with complaints; administrators suspend them or dismiss the complaints (A8). */
export function Suspects({ suspects }: { suspects: ReturnType<typeof useSuspects> }) {
  const { found } = suspects
  const [suspending, setSuspending] = useState<SuspectCollection | null>(null)

  return (
    <Card pad={false} clip title="Denuncias">
      {found.name === 'failed' && (
        <Failed
          title="Error al cargar las denuncias"
          error={found.error}
          retry={() => void found.reload()}
        />
      )}
      {found.name === 'ready' && found.answer.collections.length === 0 && (
        <p className={styles.noSuspects}>Nada por revisar: nadie denunció ninguna colecta.</p>
      )}
      {found.name === 'ready' && (
        <ul>
          {found.answer.collections.map((collection) => (
            <Suspect
              key={collection.id}
              collection={collection}
              suspects={suspects}
              onSuspend={() => setSuspending(collection)}
            />
          ))}
        </ul>
      )}
      {suspending && (
        <SuspendDialog
          collection={suspending}
          suspend={suspects.suspend}
          onClose={() => setSuspending(null)}
        />
      )}
    </Card>
  )
}

type SuspectProps = {
  collection: SuspectCollection
  suspects: ReturnType<typeof useSuspects>
  onSuspend: () => void
}

function Suspect({ collection, suspects, onSuspend }: SuspectProps) {
  const { id, title, organiserEmail, complaints, complaintCount } = collection
  const [newest] = complaints
  const { busy, change } = useChange()
  const run = (work: () => Promise<void>) => () =>
    void change(work, 'No fue posible cambiar la colecta.')

  return (
    <li className={styles.suspect}>
      <div className="row wrap gap-2 breaks">
        <strong>{title}</strong>
        {collection.suspension && (
          <Badge tone="bad" icon={ShieldAlert}>
            Suspendida
          </Badge>
        )}
      </div>
      <p className="muted">Organiza {organiserEmail}</p>
      {collection.suspension && <p>Motivo: {collection.suspension.reason}</p>}
      <ul className={styles.suspectComplaints}>
        {complaints.map(({ id, reason, details, createdAt }) => (
          <li key={id}>
            <Moment iso={createdAt} short /> · {COMPLAINT_REASONS[reason]}
            {details && <q className={styles.complaintDetails}>{details}</q>}
          </li>
        ))}
        {complaintCount > complaints.length && (
          <li>y {formatCount(complaintCount - complaints.length)} más</li>
        )}
      </ul>
      <div className={styles.suspectActions}>
        <ButtonLink size="sm" to={links.contribute(id)}>
          Ver su página
        </ButtonLink>
        {collection.suspension ? (
          <Button size="sm" disabled={busy} onClick={run(() => suspects.lift(id))}>
            Levantar la suspensión
          </Button>
        ) : (
          <Button size="sm" variant="danger-quiet" disabled={busy} onClick={onSuspend}>
            Suspender
          </Button>
        )}
        {newest && (
          <Button
            size="sm"
            variant="muted"
            disabled={busy}
            onClick={run(() => suspects.dismiss(id, newest.createdAt))}
          >
            Descartar denuncias
          </Button>
        )}
      </div>
    </li>
  )
}

type SuspendProps = {
  collection: SuspectCollection
  suspend: (id: string, reason: string) => Promise<void>
  onClose: () => void
}

function SuspendDialog({ collection, suspend, onClose }: SuspendProps) {
  const form = useForm({
    draft: `suspension:${collection.id}`,
    initial: { reason: '' },
    check: (values) => check(suspension, values),
    async send({ reason }) {
      await suspend(collection.id, reason)
      onClose()
    },
  })
  return (
    <Dialog
      title={`¿Suspender “${collection.title}”?`}
      lead="Su página dirá que está suspendida, sin mostrar la cuenta, y nadie podrá avisar aportes. Puedes levantar la suspensión cuando quieras."
      onClose={() => form.cancel(onClose)}
      foot={
        <Button
          variant="danger"
          main
          busy={form.busy}
          busyText="Suspendiendo…"
          onClick={() => void form.submit()}
        >
          Suspender colecta
        </Button>
      }
    >
      {form.refusal && <ErrorSummary title={form.refusal.message} attempt={form.failures} />}
      <Field label="Motivo" hint="Lo lee quien organiza, nadie más." {...form.field('reason')}>
        <Textarea {...form.control('reason')} />
      </Field>
    </Dialog>
  )
}

export function useSuspects() {
  const found = useFresh(() => request(admin.getSuspectCollections))

  async function change(sent: Promise<void>): Promise<void> {
    await sent
    await found.reload()
  }

  return {
    found,
    suspend: (id: string, reason: string) =>
      change(request(admin.suspendCollection, { params: { id }, input: { reason } })),
    lift: (id: string) => change(request(admin.liftSuspension, { params: { id } })),
    dismiss: (id: string, until: string) =>
      change(request(admin.dismissComplaints, { params: { id }, input: { until } })),
  }
}
