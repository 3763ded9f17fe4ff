import { Download, Laptop, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { endOtherSessions, endSession, exportAccount } from '../../../shared/api/own-account.ts'
import type { OpenSession, OwnAccount } from '../../../shared/user.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import type { useFresh } from '../../api/use-request.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Failed } from '../../components/empty-state.tsx'
import { IconTile } from '../../components/icon.tsx'
import { Skeleton } from '../../components/loading.tsx'
import { Moment } from '../../components/moment.tsx'
import { FailureNote } from '../../components/note.tsx'
import { showToast } from '../../components/toast.tsx'
import { EmailSetting, PasswordSetting } from './credentials.tsx'
import { DeleteAccount } from './delete-account.tsx'
import styles from './profile.module.css'

type Own = ReturnType<typeof useFresh<OwnAccount>>

/** The profile's cards for e-mail, password and sessions (A1 to A3), data, and the deletion of the account. */
export function AccountSafety({ email, own }: { email: string; own: Own }) {
  return (
    <>
      <Card paperOnPhone className={styles.card} title="Seguridad">
        {own.name === 'loading' && <Skeleton rows={5} label="Cargando tus sesiones" />}
        {own.name === 'failed' && <Failed title="No pudimos cargar tus sesiones" {...own} />}
        {own.name === 'ready' && (
          <>
            <EmailSetting
              email={email}
              pending={own.answer.pendingEmail}
              hasPassword={own.answer.deletion.hasPassword}
              onAsked={() => void own.reload()}
            />
            <PasswordSetting
              email={email}
              hasPassword={own.answer.deletion.hasPassword}
              onChanged={() => void own.reload()}
            />
            <OpenSessions sessions={own.answer.sessions} reload={own.reload} />
          </>
        )}
      </Card>
      {own.name !== 'failed' && (
        <Card paperOnPhone className={styles.card} title="Notificaciones">
          {own.name === 'loading' && <Skeleton rows={1} label="Cargando tus notificaciones" />}
          {own.name === 'ready' && <Notifications isSubscribed={own.answer.notifications} />}
        </Card>
      )}
      <Card paperOnPhone className={styles.card} title="Tus datos">
        <ExportData />
      </Card>
      {own.name !== 'failed' && (
        <Card paperOnPhone className={styles.card} title="Eliminar mi cuenta">
          {own.name === 'loading' && <Skeleton rows={1} label="Cargando tu cuenta" />}
          {own.name === 'ready' && <DeleteAccount email={email} preview={own.answer.deletion} />}
        </Card>
      )}
    </>
  )
}

/** Shows whether any colecta notifies the person of contributions. Each colecta has a setting of its own. */
function Notifications({ isSubscribed }: { isSubscribed: boolean }) {
  return (
    <p className={styles.words}>
      {isSubscribed
        ? 'Están activadas en una o más de tus colectas. Las cambias en los detalles de cada una.'
        : 'Están desactivadas. Las activas en los detalles de cada colecta.'}
    </p>
  )
}

/** All data about a person, as one file (law 25.326, art. 14). */
function ExportData() {
  const { busy, failure, run } = useAction()

  async function download() {
    const { url } = await request(exportAccount)
    follow(url)
    showToast({ text: 'La descarga empezó. Mírala en las descargas de tu navegador.' })
  }

  return (
    <>
      <div className={styles.setting}>
        <div>
          <h3>Descargar mis datos</h3>
          <p className={styles.words}>
            Un archivo ZIP con tu perfil, tus sesiones, tus aportes y tus colectas con todos sus
            comprobantes.
          </p>
        </div>
        <Button icon={Download} busy={busy} busyText="Preparando…" onClick={() => run(download)}>
          Descargar mis datos
        </Button>
      </div>
      <FailureNote text={failure} />
    </>
  )
}

/** Lets the browser download it, because it may be larger than the page's memory. */
function follow(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

interface OpenSessionsProps {
  sessions: OpenSession[]
  reload: () => Promise<void>
}

function OpenSessions({ sessions, reload }: OpenSessionsProps) {
  const { busy, run } = useAction((text) => showToast({ text }))
  /** The id of the session that is being ended, or `others`. */
  const [ending, setEnding] = useState('')
  const others = sessions.filter(({ current }) => !current)

  function end(what: string, send: () => Promise<void>, done: string) {
    run(async () => {
      setEnding(what)
      await send()
      await reload()
      showToast({ text: done })
    })
  }

  return (
    <div className="stack gap-2">
      <div className={styles.sessionsHead}>
        <h3>Sesiones abiertas</h3>
        {others.length > 1 && (
          <Button
            size="sm"
            variant="danger-quiet"
            edge="end"
            busy={busy && ending === 'others'}
            busyText="Cerrando…"
            onClick={() =>
              end(
                'others',
                () => request(endOtherSessions),
                `Cerramos ${others.length} sesiones. Solo queda esta.`,
              )
            }
          >
            Cerrar las demás
          </Button>
        )}
      </div>
      <ul className="ruled">
        {sessions.map(({ id, device, beganAt, seenAt, current }) => (
          <li key={id} className={styles.session}>
            <IconTile icon={isPhone(device) ? Smartphone : Laptop} tone="mute" size="md" />
            <div className={styles.sessionWords}>
              <strong>{device || 'Otro dispositivo'}</strong>
              <span className={styles.sessionWhen}>
                <span>
                  Abierta el <Moment iso={beganAt} short />
                </span>
                {!current && (
                  <span>
                    Última vez el <Moment iso={seenAt} short />
                  </span>
                )}
              </span>
            </div>
            {current ? (
              <Badge tone="ok" icon="dot">
                Esta
              </Badge>
            ) : (
              <Button
                size="sm"
                busy={busy && ending === id}
                aria-label={`Cerrar la sesión de ${device || 'otro dispositivo'}`}
                onClick={() =>
                  end(id, () => request(endSession, { input: { id } }), 'Cerramos esa sesión.')
                }
              >
                Cerrar
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const isPhone = (device: string) => /Android|iOS/.test(device)
