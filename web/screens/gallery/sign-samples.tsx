import { Files, HandCoins } from 'lucide-react'
import type { ContributionState } from '../../../shared/contribution.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Badge, CollectionBadge, ContributionBadge, type Tone } from '../../components/badge.tsx'
import { GoogleMark } from '../../components/google-mark.tsx'
import { Icon, IconTile, Spinner } from '../../components/icon.tsx'
import { Logo, Mark } from '../../components/logo.tsx'
import { Moment } from '../../components/moment.tsx'
import { Money } from '../../components/money.tsx'
import { Sample } from './sample.tsx'

const TONES: Tone[] = ['ok', 'warn', 'bad', 'info', 'verified', 'mute']
const STATES: ContributionState[] = ['confirmed', 'verified', 'pending', 'rejected']
const TILES = ['primary', 'accent', 'mute', 'ok', 'warn', 'bad'] as const
const NOON = '2026-11-21T15:00:00.000Z'

/** What one reads at a glance. */
export function SignSamples() {
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
        <Spinner size={16} />
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
