import { MessageCircle, Printer } from 'lucide-react'
import { useState } from 'react'
import { accountingText } from '../../../shared/accounting-text.ts'
import type { Collection } from '../../../shared/collection.ts'
import { today } from '../../../shared/dates.ts'
import { links, whatsAppLink } from '../../../shared/links.ts'
import { Failed } from '../../components/blank.tsx'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Checkbox } from '../../components/choice.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { Skeleton } from '../../components/loading.tsx'
import { BackLink } from '../../components/page.tsx'
import { OwnCollection } from '../../features/collections/own-collection.tsx'
import { OfflineNote } from '../../features/connection/offline-note.tsx'
import { PaperPage } from '../../features/printing/paper.tsx'
import styles from './accounting.module.css'
import { Sheet } from './sheet.tsx'
import { useCounted } from './use-counted.ts'

/** `/colecta/:id/rendicion`: an account of what a colecta has collected, for its group. */
export function Accounting() {
  return <OwnCollection>{(collection) => <Preview collection={collection} />}</OwnCollection>
}

function Preview({ collection }: { collection: Collection }) {
  const [hasNames, setHasNames] = useState(true)
  const counted = useCounted(collection)
  const text = accountingText(collection, today(new Date()))

  const controls = (
    <>
      <BackLink to={links.collection(collection.id)}>Volver a la colecta</BackLink>
      <h1 className="page-title">Rendición de cuentas</h1>
      <p className={styles.lead}>
        Para mostrar al grupo qué se juntó. Imprímela, guárdala como PDF o envía el resumen, que no
        nombra a nadie. Lo pendiente y lo rechazado no suma.
      </p>
      <OfflineNote />
      <Checkbox
        label="Con el nombre de quienes aportaron"
        checked={hasNames}
        onChange={({ target }) => setHasNames(target.checked)}
      />
      <div className="row wrap gap-2">
        <Button
          variant="primary"
          icon={Printer}
          disabled={counted.name !== 'ready'}
          onClick={() => window.print()}
        >
          Imprimir
        </Button>
        <CopyButton text={text} label="Copiar resumen" copiedLabel="¡Resumen copiado!" />
        <ButtonLink href={whatsAppLink(text)} icon={MessageCircle}>
          Enviar por WhatsApp
        </ButtonLink>
      </div>
    </>
  )
  return (
    <PaperPage title={`Rendición: ${collection.title}`} controls={controls}>
      {counted.name === 'loading' && <Skeleton rows={8} label="Cargando aportes" />}
      {counted.name === 'failed' && (
        <Failed level={2} title="Error al cargar los aportes" {...counted} />
      )}
      {counted.name === 'ready' && (
        <Sheet collection={collection} counted={counted.answer} hasNames={hasNames} />
      )}
    </PaperPage>
  )
}
