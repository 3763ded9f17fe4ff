import { leafPath } from '../../../shared/leaf-path.ts'
import {
  type CanvasModule,
  COLOURS,
  HEIGHT,
  type Pen,
  paint,
  WIDTH,
  write,
} from './preview-canvas.ts'

/** The preview of links that lead to no collection. */
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
    drawTiles(pen, canvas, HOME_PATTERN, { x: 660, y: 0, cell: 90 })
  })
}

/** The pattern of the home screen (web/screens/home/visitor-home.tsx), cut to this size. */
const HOME_PATTERN = ['oo o o', 'o oo o', ' o oA ', 'ocpo p', 'lpcppa', 'pcSplp', 'apclpc']

export function drawBorder(pen: Pen, canvas: CanvasModule): void {
  const cell = 40
  const height = 2 * cell
  pen.fillStyle = COLOURS.primarySofter
  pen.fillRect(0, HEIGHT - height, WIDTH, height)
  drawTiles(pen, canvas, GUARDA, { x: 0, y: HEIGHT - height, cell })
}

const GUARDA = ['...c.......p...A.....c....p...', '.....p..A.....c....a........c.']

export function drawLogo(pen: Pen, { Path2D }: CanvasModule, x: number, y: number): void {
  const side = 52
  pen.save()
  pen.translate(x, y)
  pen.scale(side / 32, side / 32)
  pen.fillStyle = COLOURS.primary
  pen.fill(new Path2D(LEAVES))
  pen.fillStyle = COLOURS.accent
  pen.beginPath()
  pen.arc(23.9, 8.1, 6.4, 0, 2 * Math.PI)
  pen.fill()
  pen.restore()
  write(pen, 'Entre Todos', x + side + 18, y + 39, {
    size: 38,
    weight: 700,
    colour: COLOURS.ink,
    tracking: -0.022,
  })
}

const LEAVES =
  'M1 1H5.26A9.94 9.94 0 0 1 15.2 10.94V15.2H10.94A9.94 9.94 0 0 1 1 5.26Z' +
  'M16.8 16.8H21.06A9.94 9.94 0 0 1 31 26.74V31H26.74A9.94 9.94 0 0 1 16.8 21.06Z' +
  'M15.2 16.8V21.06A9.94 9.94 0 0 1 5.26 31H1V26.74A9.94 9.94 0 0 1 10.94 16.8Z'

/** The notation of web/components/tile-pattern.tsx: a letter is a tile, a capital adds a dot. */
function drawTiles(
  pen: Pen,
  { Path2D }: CanvasModule,
  rows: readonly string[],
  { x, y, cell }: { x: number; y: number; cell: number },
): void {
  const gap = cell / 20
  for (const [down, row] of rows.entries()) {
    for (const [across, letter] of [...row].entries()) {
      if (letter === ' ') continue
      pen.save()
      pen.translate(x + across * cell, y + down * cell)
      const tone = letter.toLowerCase()
      const path = new Path2D()
      if (letter === tone) {
        path.addPath(new Path2D(leafPath(cell - 2 * gap, (across + down) % 2 === 0)))
        pen.translate(gap, gap)
      } else {
        path.arc(cell / 2, cell / 2, cell * 0.4, 0, 2 * Math.PI)
      }
      if (tone === 'o') {
        pen.strokeStyle = COLOURS.primaryLine
        pen.lineWidth = 2
        pen.stroke(path)
      } else {
        pen.globalAlpha = tone === '.' ? 0.62 : 1
        pen.fillStyle = TONES[tone] ?? COLOURS.primary
        pen.fill(path)
      }
      pen.restore()
    }
  }
}

const TONES: Record<string, string> = {
  p: COLOURS.primary,
  c: COLOURS.confirmed,
  l: COLOURS.light,
  a: COLOURS.accent,
  s: COLOURS.sun,
  '.': COLOURS.primaryLine,
}
