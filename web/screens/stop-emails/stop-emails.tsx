import { useState } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { stopEmails } from '../../../shared/api/emails.ts'
import { links } from '../../../shared/links.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { NarrowPage } from '../../components/narrow-page.tsx'

/**
 * `/dejar-de-recibir/:id#key`: unsubscribes from e-mails. Opening the link turns nothing off, because mail programs
 * open links, too.
 */
export function StopEmails() {
  const { id = '' } = useParams()
  const key = useLocation().hash.slice(1)
  const [isDone, setDone] = useState(false)
  const { busy, failure, run } = useAction()

  async function stop() {
    // A path needs a key: without one, the server rejects '-' like any other unknown key.
    await request(stopEmails, { params: { id, key: key || '-' } })
    setDone(true)
  }

  if (isDone) {
    return (
      <NarrowPage
        title="Listo, no te escribiremos más"
        lead="No recibirás más emails como el que abriste. Tu cuenta y tus otros avisos siguen igual."
      >
        <ButtonLink to={links.home()} main>
          Ir al inicio
        </ButtonLink>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage
      title="¿Dejar de recibir estos emails?"
      lead="Dejarás de recibir emails como el que abriste, sobre esa colecta. Tus otros avisos siguen igual."
    >
      {failure && <ErrorSummary title={failure} />}
      <Button main busy={busy} busyText="Un momento…" onClick={() => run(stop)}>
        Dejar de recibirlos
      </Button>
    </NarrowPage>
  )
}
