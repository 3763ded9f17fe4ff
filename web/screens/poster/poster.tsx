import { Printer } from 'lucide-react'
import type { Collection } from '../../../shared/collection.ts'
import { links } from '../../../shared/links.ts'
import { acceptsContributions } from '../../../shared/permissions.ts'
import { Button } from '../../components/button.tsx'
import { Note } from '../../components/note.tsx'
import { BackLink } from '../../components/page.tsx'
import { OwnCollection } from '../../features/collections/own-collection.tsx'
import { SuspensionNote } from '../../features/collections/suspension-note.tsx'
import { PaperPage } from '../../features/printing/paper.tsx'
import styles from './poster.module.css'
import { Sheet } from './sheet.tsx'

/** `/colecta/:id/imprimir`: a sheet for the notice board of a school or a club. */
export function Poster() {
  return <OwnCollection>{(collection) => <Preview collection={collection} />}</OwnCollection>
}

function Preview({ collection }: { collection: Collection }) {
  const { suspensionReason } = collection
  const controls = (
    <>
      <BackLink to={links.collection(collection.id)}>Volver a la colecta</BackLink>
      <h1 className="page-title">Cartel para imprimir</h1>
      {suspensionReason === null ? (
        <PrintControls collection={collection} />
      ) : (
        <SuspensionNote reason={suspensionReason} />
      )}
    </>
  )
  return (
    <PaperPage title={`Cartel: ${collection.title}`} controls={controls} className={styles.page}>
      {suspensionReason === null && <Sheet collection={collection} />}
    </PaperPage>
  )
}

function PrintControls({ collection }: { collection: Collection }) {
  return (
    <>
      <p className={styles.lead}>
        Una hoja A4 para la cartelera. Quien escanea el código abre la página de tu colecta. Tu
        cuenta no aparece en el papel.
      </p>
      {!acceptsContributions(collection) && (
        <Note tone="warn">
          La colecta está cerrada: quien abra el enlace no podrá aportar hasta que la abras.
        </Note>
      )}
      <Button
        variant="primary"
        size="lg"
        icon={Printer}
        className={styles.print}
        onClick={() => window.print()}
      >
        Imprimir
      </Button>
    </>
  )
}
