import { useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { formatMoment } from '../../../shared/dates.ts'
import { asksForPrivacy, type Consent, decide, useConsent } from '../../api/consent.ts'
import { Choice, ChoiceGroup } from '../../components/choice.tsx'
import styles from './consent.module.css'

export function ConsentChoice() {
  const name = useId()
  const consent = useConsent()
  const place = useRef<HTMLDivElement>(null)
  const { hash, key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: each time somebody is led here
  useEffect(() => {
    if (hash === '#medicion') place.current?.scrollIntoView({ block: 'center' })
  }, [hash, key])

  if (asksForPrivacy()) {
    return (
      <p>
        Tu navegador pide que no te sigan, y vale como un no: aquí no se mide nada de tu visita.
      </p>
    )
  }
  return (
    <div ref={place} className={styles.choice}>
      <ChoiceGroup legend="Tu elección">
        <Choice
          name={name}
          label="Aceptar la medición"
          hint="Contamos tu visita, sin tus datos."
          checked={consent?.choice === 'accepted'}
          onChange={() => decide('accepted')}
        />
        <Choice
          name={name}
          label="Rechazar la medición"
          hint="No se envía nada, y solo se guarda esta elección."
          checked={consent?.choice === 'rejected'}
          onChange={() => decide('rejected')}
        />
      </ChoiceGroup>
      <p className="small muted" role="status">
        {wordsOf(consent)}
      </p>
    </div>
  )
}

function wordsOf(consent: Consent | null): string {
  if (!consent) return 'Todavía no elegiste: no se mide nada.'
  const { day } = formatMoment(consent.at)
  return consent.choice === 'accepted'
    ? `Aceptaste la medición el ${day}.`
    : `Rechazaste la medición el ${day}.`
}
