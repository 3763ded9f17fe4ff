import { create } from 'qrcode'
import { useMemo } from 'react'
import { classNames } from './class-names.ts'
import styles from './qr-code.module.css'
import { saveFile } from './save-file.ts'

type QrCodeProps = {
  value: string
  label: string
  size?: 'md' | 'sm'
}

/** An SVG. This module includes the encoder (9 kB): load it with `lazy` if it is not needed at first. */
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

/** White modules that a reader needs around a code (ISO 18004: four). */
const QUIET_ZONE = 4

/** Runs of dark modules; `side` counts modules without the quiet zone. */
type QrMatrix = { side: number; runs: { x: number; y: number; length: number }[] }

/** Level M: readable from a scratched screen, and not finer than necessary. */
function qrMatrix(text: string): QrMatrix {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const side = modules.size
  const runs: QrMatrix['runs'] = []
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      if (!modules.get(y, x)) continue
      const start = x
      while (x < side && modules.get(y, x)) x += 1
      runs.push({ x: start, y, length: x - start })
    }
  }
  return { side, runs }
}

const MODULE_PX = 16

/** Saves a PNG to print: black on white, 16 px a module, with the quiet zone. */
export async function downloadQr(value: string, fileName: string): Promise<void> {
  const { side, runs } = qrMatrix(value)
  const canvas = document.createElement('canvas')
  canvas.width = (side + 2 * QUIET_ZONE) * MODULE_PX
  canvas.height = canvas.width

  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser draws no canvas')
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = 'black'
  pen.scale(MODULE_PX, MODULE_PX)
  for (const { x, y, length } of runs) pen.fillRect(x + QUIET_ZONE, y + QUIET_ZONE, length, 1)

  const file = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (file) saveFile(file, fileName)
}
