import { Laptop, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { endOtherSessions, endSession } from '../../../shared/api/own-account.ts'
import type { OpenSession } from '../../../shared/user.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { IconTile } from '../../components/icon.tsx'
import { Moment } from '../../components/moment.tsx'
import { showToast } from '../../components/toast.tsx'
import styles from './profile.module.css'

interface OpenSessionsProps {
  sessions: OpenSession[]
  reload: () => Promise<void>
}

export function OpenSessions({ sessions, reload }: OpenSessionsProps) {
  const { busy, run } = useAction((text) => showToast({ text }))
  /** The id of the one that ends now, or `others`. */
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
