import { Failed } from '../../components/blank.tsx'
import { Card, CardHead } from '../../components/card.tsx'
import { Skeleton } from '../../components/loading.tsx'
import styles from './account-safety.module.css'
import { DeleteAccount } from './delete-account.tsx'
import { Email } from './email.tsx'
import { ExportData } from './export-data.tsx'
import { Notifications } from './notifications.tsx'
import { OpenSessions } from './open-sessions.tsx'
import { Password } from './password.tsx'
import { useOwnAccount } from './use-own-account.ts'

/** Below the profile: e-mail and password, who is signed in where, notifications, one's data, and the way out for good. */
export function AccountSafety({ email }: { email: string }) {
  const own = useOwnAccount()

  return (
    <>
      <Card paperOnPhone className={styles.card} aria-labelledby="safety">
        <CardHead title="Seguridad" id="safety" />
        {own.name === 'loading' && <Skeleton rows={5} label="Cargando tus sesiones" />}
        {own.name === 'failed' && (
          <Failed title="No pudimos cargar tus sesiones" onRetry={() => void own.reload()}>
            {own.error.message}
          </Failed>
        )}
        {own.name === 'ready' && (
          <>
            <Email
              email={email}
              pending={own.account.pendingEmail}
              hasPassword={own.account.deletion.hasPassword}
              onAsked={() => void own.reload()}
            />
            <Password
              email={email}
              hasPassword={own.account.deletion.hasPassword}
              onChanged={() => void own.reload()}
            />
            <OpenSessions sessions={own.account.sessions} reload={own.reload} />
          </>
        )}
      </Card>
      {own.name !== 'failed' && (
        <Card paperOnPhone className={styles.card} aria-labelledby="notifications">
          <CardHead title="Notificaciones" id="notifications" />
          {own.name === 'loading' && <Skeleton rows={1} label="Cargando tus notificaciones" />}
          {own.name === 'ready' && <Notifications isSubscribed={own.account.notifications} />}
        </Card>
      )}
      <Card paperOnPhone className={styles.card} aria-labelledby="data">
        <CardHead title="Tus datos" id="data" />
        <ExportData />
      </Card>
      {own.name !== 'failed' && (
        <Card paperOnPhone className={styles.card} aria-labelledby="deletion">
          <CardHead title="Eliminar mi cuenta" id="deletion" />
          {own.name === 'loading' && <Skeleton rows={1} label="Cargando tu cuenta" />}
          {own.name === 'ready' && <DeleteAccount email={email} preview={own.account.deletion} />}
        </Card>
      )}
    </>
  )
}
