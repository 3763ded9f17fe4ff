import { Search } from 'lucide-react'
import { useState } from 'react'
import { links } from '../../../shared/links.ts'
import { Button } from '../../components/button.tsx'
import { Card, CardHead, Collapsible } from '../../components/card.tsx'
import { Celebration } from '../../components/celebration.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx'
import { EmptyState, Failed } from '../../components/empty-state.tsx'
import { Facts } from '../../components/facts.tsx'
import { Menu } from '../../components/menu.tsx'
import { ActionNote, Note } from '../../components/note.tsx'
import { StickyBar } from '../../components/page.tsx'
import { Questions } from '../../components/prose.tsx'
import { QrCode } from '../../components/qr-code.tsx'
import { SharePanel } from '../../components/share-panel.tsx'
import { TileBorder, TilePattern } from '../../components/tile-pattern.tsx'
import { showToast, Toast, Toaster } from '../../components/toast.tsx'
import styles from './gallery.module.css'
import { Sample } from './sample.tsx'

const FACTS = [
  { label: 'Para', value: 'Regalo para la seño Caro' },
  { label: 'A nombre de', value: 'Julieta Romero' },
]
const LINK = 'https://entretodos.example/contribuir/regalo-para-la-seno-caro'
const MESSAGE = { title: 'Colecta', text: 'Te invito a la colecta', url: LINK }

export function SurfaceSamples() {
  return (
    <>
      <Sample of="note, action-note" layout="columns">
        <Note>Una cosa que conviene saber.</Note>
        <ActionNote
          text="Recuperamos lo que dejaste a medias."
          actionLabel="Empezar de nuevo"
          onAction={() => {}}
        />
        <Note tone="ok">Contraseña actualizada correctamente.</Note>
        <Note tone="warn">Sin conexión. Ves lo último que recibimos.</Note>
        <Note tone="plain">Entre Todos nunca toca el dinero.</Note>
      </Sample>
      <Sample of="card, card-head, facts, collapsible" layout="columns">
        <Card>
          <CardHead title="Detalles" ruled />
          <Facts facts={FACTS} />
        </Card>
        <Card>
          <Facts facts={FACTS} layout="grid" />
        </Card>
        <Collapsible title="Mis Colectas" count="6" pad>
          Lo que se pliega.
        </Collapsible>
        <Collapsible title="Cerrado" startsClosed pad>
          Lo que se pliega.
        </Collapsible>
      </Sample>
      <Sample of="empty-state, failed" layout="columns">
        <EmptyState title="Todavía no hay aportes" actions={<Button>Compartir</Button>}>
          Comparte el enlace y los verás llegar aquí.
        </EmptyState>
        <EmptyState icon={Search} title="Nadie con ese nombre">
          No hay aportes de “zzz”.
        </EmptyState>
        <Failed
          title="Error al cargar los pagos"
          error={new Error('Revisa tu conexión e intenta nuevamente.')}
          retry={() => {}}
        />
      </Sample>
      <Sample of="questions" layout="columns">
        <Questions
          questions={[
            ['una', '¿Cuánto cuesta?', 'Nada.'],
            ['otra', '¿Quién ve mi aporte?', 'Quien organiza.'],
          ]}
        />
      </Sample>
      <Sample of="share-panel, qr-code" layout="columns">
        <SharePanel link={LINK} whatsAppHref={links.home()} message={MESSAGE} />
        <SharePanel
          link={LINK}
          whatsAppHref={links.home()}
          message={MESSAGE}
          posterTo={links.home()}
          qr={{
            code: <QrCode value={LINK} label="QR de la muestra" size="sm" />,
            title: 'QR para transferir',
            text: 'Se lee desde la app del banco.',
            onDownload: () => {},
          }}
        />
      </Sample>
      <Sample of="tile-border, tile-pattern" layout="columns">
        <TileBorder />
        <TilePattern rows={['oA', 'oo']} className={styles.pattern} />
      </Sample>
      <Sample of="toast, sticky-bar" layout="columns">
        <Toast text="Aporte eliminado" action={{ label: 'Deshacer', onPress: () => {} }} />
        <StickyBar>
          <Button main>Continuar con $ 15.000</Button>
        </StickyBar>
      </Sample>
    </>
  )
}

export function OverlaySample() {
  const [shown, setShown] = useState<'nothing' | 'steps' | 'leaving' | 'thanks'>('nothing')
  const [step, setStep] = useState(1)
  const [picked, setPicked] = useState('nada')
  const inSteps = shown === 'steps' || shown === 'leaving'

  return (
    <>
      <p>Elegido: {picked}</p>
      <Menu
        label="Más acciones"
        items={[
          { label: 'Acreditar', onPick: () => setPicked('acreditar') },
          { label: 'Rechazar', onPick: () => setPicked('rechazar') },
          { label: 'Eliminar', danger: true, onPick: () => setPicked('eliminar') },
        ]}
      />
      <Button onClick={() => setShown('steps')}>Aportar</Button>
      <Button onClick={() => setShown('thanks')}>Agradecer</Button>
      <Button
        onClick={() =>
          showToast({
            text: 'Aporte eliminado',
            action: { label: 'Deshacer', onPress: () => setPicked('deshecho') },
          })
        }
      >
        Eliminar aporte
      </Button>
      <Toaster />
      {inSteps && (
        <Dialog
          onClose={() => setShown('leaving')}
          step={{ at: step, of: 3 }}
          title={step === 1 ? 'Transfiere a Lucía' : 'Agrega el comprobante'}
          lead="Copia el alias."
          foot={<Button onClick={() => setStep(2)}>Ya transferí</Button>}
        >
          <CopyButton text="otro.alias.caro" label="Copiar alias" copiedLabel="¡Alias copiado!" />
          <Menu label="Opciones" items={[{ label: 'Otra cuenta', onPick: () => {} }]} />
        </Dialog>
      )}
      <ConfirmDialog
        open={shown === 'leaving'}
        title="¿Salir sin terminar?"
        confirmLabel="Salir"
        cancelLabel="Seguir aportando"
        danger
        onConfirm={() => setShown('nothing')}
        onCancel={() => setShown('steps')}
      >
        Tu aporte no se registra.
      </ConfirmDialog>
      {shown === 'thanks' && (
        <Celebration text="Tu aporte ha sido registrado." onClose={() => setShown('nothing')} />
      )}
    </>
  )
}
