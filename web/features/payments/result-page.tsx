import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { links } from '../../../shared/links.ts'
import type { Centavos } from '../../../shared/money.ts'
import { useUser } from '../../api/session.ts'
import { ButtonLink } from '../../components/button.tsx'
import { type Fact, Facts } from '../../components/facts.tsx'
import { IconTile, Spinner } from '../../components/icon.tsx'
import { Money } from '../../components/money.tsx'
import { NarrowPage } from '../../components/narrow-page.tsx'
import { Note } from '../../components/note.tsx'
import styles from './result-page.module.css'

export interface ResultPageProps {
  /** Without it, a spinner: the outcome is unknown. */
  icon?: LucideIcon
  tone?: 'primary' | 'ok' | 'warn' | 'bad'
  title: string
  lead: ReactNode
  amount?: Centavos | null
  facts?: Fact[]
  detail?: string
  note?: ReactNode
  actions?: ReactNode
}

export function ResultPage({
  icon,
  tone,
  title,
  lead,
  amount,
  facts = [],
  detail,
  note,
  actions,
}: ResultPageProps) {
  const tile = icon ? (
    <IconTile icon={icon} tone={tone} />
  ) : (
    <IconTile tone={tone}>
      <Spinner size={24} />
    </IconTile>
  )
  return (
    <NarrowPage mark={tile} title={title} lead={lead}>
      {(amount || facts.length > 0) && (
        <div className={styles.known}>
          {amount && (
            <p className={styles.amount}>
              <Money amount={amount} size="lg" />
            </p>
          )}
          {facts.length > 0 && <Facts facts={facts} />}
        </div>
      )}
      {detail && (
        <p className="faint small breaks">
          Detalle técnico: <span lang="en">{detail}</span>
        </p>
      )}
      {note && <Note tone="plain">{note}</Note>}
      {actions && <div className="stack gap-3">{actions}</div>}
    </NarrowPage>
  )
}

export function NextStepLink() {
  if (!useUser()) {
    return (
      <ButtonLink to={links.home()} main>
        Ir al inicio
      </ButtonLink>
    )
  }
  return (
    <ButtonLink to={links.payments()} main>
      Ver mis pagos
    </ButtonLink>
  )
}

/** For a page whose facts come from its URL alone. */
export const ADDRESS_ONLY_NOTE =
  'Estos datos vienen del enlace con el que llegaste, no de nuestros registros. Esta página no confirma ni cambia ningún pago.'
