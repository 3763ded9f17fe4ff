import { Heart, Pencil, Plus, Trash2 } from 'lucide-react'
import { links } from '../../../shared/links.ts'
import { Button, ButtonLink, type ButtonLook } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { IconButton, IconLink } from '../../components/icon-button.tsx'
import { BackLink } from '../../components/page.tsx'
import { ShareButton } from '../../components/share-panel.tsx'
import { ThemeChoice } from '../../components/theme-choice.tsx'
import { Sample } from './sample.tsx'

const VARIANTS: NonNullable<ButtonLook['variant']>[] = [
  'primary',
  'secondary',
  'soft',
  'quiet',
  'muted',
  'danger',
  'danger-quiet',
  'done',
]

/** What one presses. */
export function PressSamples() {
  return (
    <>
      {VARIANTS.map((variant) => (
        <Sample key={variant} of={`button · ${variant}`}>
          <Button variant={variant}>Registrar aporte</Button>
          <Button variant={variant} size="lg" icon={Plus}>
            Grande
          </Button>
          <Button variant={variant} size="sm">
            Chico
          </Button>
          <Button variant={variant} disabled>
            Sin uso
          </Button>
          <Button variant={variant} busy busyText="Guardando…">
            Guardar
          </Button>
        </Sample>
      ))}
      <Sample of="button-link, back-link">
        <ButtonLink to={links.home()} variant="primary">
          Ir al inicio
        </ButtonLink>
        <ButtonLink to={links.home()} icon={Plus} size="lg">
          Nueva Colecta
        </ButtonLink>
        <BackLink to={links.home()}>Volver al inicio</BackLink>
      </Sample>
      <Sample of="icon-button, icon-link">
        <IconButton icon={Heart} label="Me gusta" />
        <IconButton icon={Trash2} label="Eliminar" line />
        <IconButton icon={Trash2} label="Eliminar, sin uso" disabled />
        <IconLink icon={Pencil} label="Editar" to={links.home()} line />
      </Sample>
      <Sample of="copy-button, share-button">
        <CopyButton text="viaje.seno.caro" label="Copiar alias" copiedLabel="¡Alias copiado!" />
        <CopyButton text="15000" label="Copiar monto" copiedLabel="¡Monto copiado!" iconOnly line />
        <ShareButton message={{ title: 'Colecta', text: 'Te invito', url: links.home() }} />
      </Sample>
      <Sample of="theme-choice">
        <ThemeChoice />
      </Sample>
    </>
  )
}
