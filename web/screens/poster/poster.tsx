import { Printer } from 'lucide-react'
import type { Collection } from '../../../shared/collection.ts'
import { formatDay } from '../../../shared/dates.ts'
import { links } from '../../../shared/links.ts'
import { acceptsContributions } from '../../../shared/permissions.ts'
import { useUser } from '../../api/session.ts'
import { Button } from '../../components/button.tsx'
import { Mark } from '../../components/logo.tsx'
import { Money } from '../../components/money.tsx'
import { Note } from '../../components/note.tsx'
import { BackLink } from '../../components/page.tsx'
import { QrCode } from '../../components/qr-code.tsx'
import { TilePattern } from '../../components/tile-pattern.tsx'
import { OwnCollection } from '../../features/collections/own-collection.tsx'
import { SuspensionNote } from '../../features/collections/suspension-note.tsx'
import { Paper, PaperPage } from '../../features/printing/paper.tsx'
import { shareLinks } from '../../features/sharing/share-links.ts'
import styles from './poster.module.css'

/** `/colecta/:id/imprimir`: a sheet for the notice board of a school or a club. */
export function Poster() {
  return <OwnCollection>{(collection) => <PosterPreview collection={collection} />}</OwnCollection>
}

function PosterPreview({ collection }: { collection: Collection }) {
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
      {suspensionReason === null && <PosterSheet collection={collection} />}
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

const BORDER_TILES = ['...c.......p...A.....c..', '.....p..S.....c....a....']

/** A poster to print: title, suggested amount, deadline and the QR code of the contribution page. */
function PosterSheet({ collection }: { collection: Collection }) {
  const { title, suggestedAmount, deadline } = collection
  const organiser = useUser()?.firstName
  const { link } = shareLinks(collection)

  return (
    <Paper label="Cartel" className={styles.paper}>
      <div className={styles.sheet}>
        <TilePattern rows={BORDER_TILES} className={styles.border} />
        <div className={styles.head}>
          <h2 className={styles.title} data-length={lengthOf(title)}>
            {title}
          </h2>
          {organiser && <p className={styles.organiser}>Organiza {organiser}</p>}
        </div>
        <div className={styles.code}>
          <p className={styles.how}>Escanea el código con la cámara de tu teléfono</p>
          <div className={styles.qr}>
            <QrCode value={link} label="QR para aportar" />
          </div>
          <p className={styles.link}>{link.replace(/^https?:\/\//, '')}</p>
        </div>
        <dl className={styles.facts}>
          <div>
            <dt>Monto sugerido</dt>
            <dd>
              <Money amount={suggestedAmount} />
            </dd>
          </div>
          <div>
            <dt>Hasta el</dt>
            <dd>{formatDay(deadline)}</dd>
          </div>
        </dl>
        <footer className={styles.foot}>
          <span className={styles.logo}>
            <Mark className={styles.mark} />
            Entre Todos
          </span>
          <span>Sin comisiones. Nadie tiene que registrarse para aportar.</span>
        </footer>
      </div>
    </Paper>
  )
}

/** Long titles (up to 120 characters) are smaller, so that the QR code keeps its size. */
function lengthOf(title: string): 'short' | 'medium' | 'long' {
  if (title.length <= 28) return 'short'
  return title.length <= 64 ? 'medium' : 'long'
}
