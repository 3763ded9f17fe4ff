import { Files, HandCoins, Heart, Pencil, Plus, Trash2 } from 'lucide-react'
import type { ContributionState } from '../../../shared/contribution.ts'
import { links } from '../../../shared/links.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Badge, CollectionBadge, ContributionBadge, type Tone } from '../../components/badge.tsx'
import {
  Button,
  ButtonLink,
  type ButtonLook,
  IconButton,
  IconLink,
} from '../../components/button.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { Icon, IconTile, Spinner } from '../../components/icon.tsx'
import { Key } from '../../components/key.tsx'
import { Loading, Skeleton } from '../../components/loading.tsx'
import { Logo, Mark } from '../../components/logo.tsx'
import { Moment } from '../../components/moment.tsx'
import { Money } from '../../components/money.tsx'
import { BackLink } from '../../components/page.tsx'
import { Meter, ProgressBar, ProgressLegend, Tiles, TimeMeter } from '../../components/progress.tsx'
import { ShareButton } from '../../components/share-panel.tsx'
import { ThemeChoice } from '../../components/theme-choice.tsx'
import { GoogleMark } from '../../features/account/google-sign-in.tsx'
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

export function ButtonSamples() {
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
      <Sample of="key">
        <Button>
          Acreditar <Key name="A" />
        </Button>
      </Sample>
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
        <IconButton icon={Trash2} label="Eliminar" outlined />
        <IconButton icon={Trash2} label="Eliminar, sin uso" disabled />
        <IconLink icon={Pencil} label="Editar" to={links.home()} outlined />
      </Sample>
      <Sample of="copy-button, share-button">
        <CopyButton text="viaje.seno.caro" label="Copiar alias" copiedLabel="¡Alias copiado!" />
        <CopyButton
          text="15000"
          label="Copiar monto"
          copiedLabel="¡Monto copiado!"
          iconOnly
          outlined
        />
        <ShareButton message={{ title: 'Colecta', text: 'Te invito', url: links.home() }} />
      </Sample>
      <Sample of="theme-choice">
        <ThemeChoice />
      </Sample>
    </>
  )
}

const TONES: Tone[] = ['ok', 'warn', 'bad', 'info', 'primary', 'mute']
const STATES: ContributionState[] = ['confirmed', 'verified', 'pending', 'rejected']
const TILES = ['primary', 'accent', 'mute', 'ok', 'warn', 'bad'] as const
const NOON = '2026-11-21T15:00:00.000Z'

/** Badges, icons, logos, amounts and times. */
export function BadgeSamples() {
  return (
    <>
      <Sample of="badge">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone} icon={Files}>
            {tone}
          </Badge>
        ))}
        <Badge>Sin ícono</Badge>
      </Sample>
      <Sample of="collection-badge, contribution-badge">
        <CollectionBadge status="abierta" />
        <CollectionBadge status="cerrada" />
        {STATES.map((state) => (
          <ContributionBadge key={state} state={state} />
        ))}
      </Sample>
      <Sample of="icon-tile">
        {TILES.map((tone) => (
          <IconTile key={tone} icon={HandCoins} tone={tone} />
        ))}
        <IconTile icon={HandCoins} size="md" />
        <IconTile size="sm">1</IconTile>
      </Sample>
      <Sample of="icon, avatar, spinner">
        <Icon of={HandCoins} size={14} />
        <Icon of={HandCoins} size={16} />
        <Icon of={HandCoins} />
        <Avatar firstName="Lucía" lastName="Fernández" />
        <Avatar firstName="Bruno" />
        <Spinner />
        <Spinner size={24} />
      </Sample>
      <Sample of="logo, mark, google-mark">
        <Logo />
        <Mark />
        <GoogleMark />
      </Sample>
      <Sample of="money, moment">
        <Money amount={15_000_00} />
        <Money amount={15_000_50} />
        <Money amount={518_000_00} size="lg" />
        <Money amount={19_869_137_00} size="xl" />
        <Moment iso={NOON} />
        <Moment iso={NOON} short />
      </Sample>
    </>
  )
}

const NONE = { verified: 0, confirmed: 0, total: 900_000_00 }
const SOME = { verified: 300_000_00, confirmed: 486_000_00, total: 900_000_00 }
const ALL = { verified: 900_000_00, confirmed: 950_000_00, total: 900_000_00 }

export function ProgressSamples() {
  return (
    <>
      <Sample of="tiles" layout="columns">
        <Tiles {...NONE} />
        <Tiles {...SOME} people={16} />
        <Tiles {...SOME} size="lg" />
        <Tiles {...SOME} isPublic />
        <Tiles {...ALL} />
        <Tiles {...SOME} isClosed />
      </Sample>
      <Sample of="progress-legend" layout="columns">
        <ProgressLegend {...SOME} />
      </Sample>
      <Sample of="meter, time-meter, progress-bar" layout="columns">
        <Meter {...SOME} />
        <TimeMeter elapsed={0.4} />
        <ProgressBar label="Enviando comprobante" percent={63} />
      </Sample>
      <Sample of="skeleton, loading" layout="columns">
        <Skeleton rows={3} label="Cargando la muestra" />
        <Loading text="Cargando comprobante…" />
      </Sample>
    </>
  )
}
