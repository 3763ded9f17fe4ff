import { useState } from 'react'
import * as z from 'zod/mini'
import { withTimeout } from '../../../shared/async.ts'
import { formatCount } from '../../../shared/text.ts'
import { accountDeletion, type DeletionPreview } from '../../../shared/user.ts'
import { check } from '../../../shared/validation.ts'
import { deleteAccount } from '../../api/account.ts'
import { postToServiceWorker } from '../../api/service-worker-messages.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { EmailInput } from '../../components/input.tsx'
import { Note } from '../../components/note.tsx'
import { PasswordInput } from '../../components/password-input.tsx'
import { leaveDeletedAccount } from '../../features/account/account-deletion.ts'
import { AccountForm } from '../../features/account/account-form.tsx'
import { dropAllDrafts } from '../../forms/draft.ts'
import { replaceUnexpectedMessage } from '../../forms/replace-unexpected-message.ts'
import { useForm } from '../../forms/use-form.ts'
import styles from './profile.module.css'

interface DeleteAccountProps {
  email: string
  preview: DeletionPreview
}

/** Deletes the account (law 25.326, art. 16). The dialog shows in advance what is deleted. */
export function DeleteAccount({ email, preview }: DeleteAccountProps) {
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.setting}>
      <p className={styles.words}>
        Borra tus datos y tus colectas para siempre. Antes te mostramos qué se va y qué queda.
      </p>
      <Button
        variant="danger-quiet"
        edge="start"
        className={styles.quiet}
        onClick={() => setOpen(true)}
      >
        Eliminar mi cuenta
      </Button>
      {open && <DeleteDialog email={email} preview={preview} onClose={() => setOpen(false)} />}
    </div>
  )
}

function DeleteDialog({ email, preview, onClose }: DeleteAccountProps & { onClose: () => void }) {
  const { hasPassword, collections, openCollections, contributions, ownContributions } = preview
  const form = useForm({
    initial: { proof: '' },
    check: (values) => check(hasPassword ? byPassword : byEmail, values),
    async send({ proof }) {
      await replaceUnexpectedMessage('Error al eliminar la cuenta. Intenta nuevamente.', () =>
        deleteAccount(proof),
      )
      dropAllDrafts()
      // Without an active service worker the message is never sent.
      await withTimeout(postToServiceWorker('forget-organiser'), MESSAGE_LIMIT_MS).catch(
        () => undefined,
      )
      leaveDeletedAccount()
    },
  })

  return (
    <Dialog onClose={() => !form.busy && onClose()} title="¿Eliminar tu cuenta?">
      <div className={styles.what}>
        {openCollections > 0 && (
          <Note tone="warn">
            {openCollections === 1
              ? 'Tienes una colecta abierta. Su enlace deja de funcionar.'
              : `Tienes ${openCollections} colectas abiertas. Sus enlaces dejan de funcionar.`}{' '}
            Si necesitas las listas, descárgalas antes en CSV.
          </Note>
        )}
        <div>
          <h3>Se borra para siempre</h3>
          <ul className={styles.list}>
            <li>Tu nombre, tu email, tu contraseña y tu cuenta por defecto.</li>
            {collections > 0 && (
              <li>
                {collections === 1 ? 'Tu colecta' : `Tus ${formatCount(collections)} colectas`}
                {contributions > 0 &&
                  `, con ${contributions === 1 ? 'su aporte' : `sus ${formatCount(contributions)} aportes`} y los comprobantes`}
                .
              </li>
            )}
            <li>Lo guardado en este dispositivo.</li>
          </ul>
        </div>
        <div>
          <h3>Queda</h3>
          <ul className={styles.list}>
            <li>
              {ownContributions === 0
                ? 'Nada. No hiciste aportes a colectas de otras personas con esta cuenta.'
                : `${ownContributions === 1 ? 'El aporte que hiciste' : `Los ${formatCount(ownContributions)} aportes que hiciste`} a colectas de otras personas, con el nombre que escribiste y sin tu email: quien organiza tiene que rendir cuentas de ese dinero.`}
            </li>
          </ul>
        </div>
        <AccountForm
          form={form}
          variant="danger"
          submitLabel="Eliminar mi cuenta"
          busyText="Eliminando…"
          foot={
            <Button main variant="secondary" onClick={() => !form.busy && onClose()}>
              Seguir con mi cuenta
            </Button>
          }
        >
          {hasPassword ? (
            <Field label="Tu contraseña, para confirmar" {...form.field('proof')}>
              <PasswordInput {...form.control('proof')} autoComplete="current-password" />
            </Field>
          ) : (
            <Field
              label="Tu email, para confirmar"
              hint={`Escribe ${email}`}
              {...form.field('proof')}
            >
              <EmailInput {...form.control('proof')} autoComplete="off" />
            </Field>
          )}
        </AccountForm>
      </div>
    </Dialog>
  )
}

const proofIs = (missing: string) =>
  z.extend(accountDeletion, { proof: z.string().check(z.minLength(1, missing)) })
const byPassword = proofIs('Ingresa tu contraseña.')
const byEmail = proofIs('Ingresa tu email.')

const MESSAGE_LIMIT_MS = 500
