import { Loading, Skeleton } from '../../components/loading.tsx'
import { Meter, ProgressBar, ProgressLegend, Tiles, TimeMeter } from '../../components/progress.tsx'
import { Sample } from './sample.tsx'

const NONE = { verified: 0, confirmed: 0, total: 900_000_00 }
const SOME = { verified: 300_000_00, confirmed: 486_000_00, total: 900_000_00 }
const ALL = { verified: 900_000_00, confirmed: 950_000_00, total: 900_000_00 }

/** How far something is, and what is still on its way. */
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
