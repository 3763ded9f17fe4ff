import { create } from 'qrcode'

/** Modules of white that a reader needs around a code (ISO 18004: four). */
export const QUIET_ZONE = 4

/** A QR code as runs of dark modules; `side` counts modules, quiet zone not included. */
export type QrMatrix = { side: number; runs: { x: number; y: number; length: number }[] }

/** Codes the text at level M: readable from a scratched screen, and not finer than it must be. */
export function qrMatrix(text: string): QrMatrix {
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
