import { COLOURS, paint, write } from './preview-canvas.ts'
import { drawLogo, drawTiles } from './tiles.ts'

export function paintProduct(): Promise<Buffer> {
  return paint((pen, canvas) => {
    drawLogo(pen, canvas, 72, 72)
    const title = { size: 82, weight: 700, colour: COLOURS.ink, tracking: -0.03 }
    for (const [index, line] of [
      'Juntar plata',
      'entre todos,',
      'sin perseguir',
      'a nadie',
    ].entries()) {
      write(pen, line, 68, 256 + index * 88, title)
    }
    drawTiles(pen, canvas, FLOOR, { x: 660, y: 0, cell: 90 })
  })
}

/** Home's floor (web/screens/home/example.tsx), cut to this size. */
const FLOOR = ['oo o o', 'o oo o', ' o oA ', 'ocpo p', 'lpcppa', 'pcSplp', 'apclpc']
