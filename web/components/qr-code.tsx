import { useMemo } from 'react'
import { classNames } from './class-names.ts'
import styles from './qr-code.module.css'
import { QUIET_ZONE, qrMatrix } from './qr-matrix.ts'

type QrCodeProps = {
  /** What a phone reads. */
  value: string
  /** "QR para transferir". */
  label: string
  /** 228 px, or 112 beside a text. */
  size?: 'md' | 'sm'
}

/** A QR code as one path. Brings its own encoder (9 kB): load it with `lazy` where it is not first. */
export function QrCode({ value, label, size = 'md' }: QrCodeProps) {
  const { side, runs } = useMemo(() => qrMatrix(value), [value])
  const outline = runs.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join('')
  const whole = side + 2 * QUIET_ZONE

  return (
    <div className={classNames(styles.qr, size === 'sm' && styles.sm)}>
      <svg
        viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${whole} ${whole}`}
        role="img"
        aria-label={label}
      >
        <path d={outline} />
      </svg>
    </div>
  )
}
