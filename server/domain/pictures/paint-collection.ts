import type { PublicCollection } from '../../../shared/collection.ts'
import { formatAmount, formatMoney, percentOf } from '../../../shared/money.ts'
import { acceptsContributions } from '../../../shared/permissions.ts'
import { countTiles, fillOf, fractionOf } from '../../../shared/tiles.ts'
import { drawable, evenLinesOf, hasLetters, linesOf } from './lines-of.ts'
import { COLOURS, type Pen, paint, setStyle, WIDTH, write } from './preview-canvas.ts'
import { drawBorder, drawLogo } from './tiles.ts'

export type PicturedCollection = Pick<
  PublicCollection,
  'title' | 'organiserName' | 'amountCollected' | 'totalAmount' | 'cantidadPersonas' | 'status'
>

const MARGIN = 72
const MEASURE = WIDTH - 2 * MARGIN

/** Messengers show it beside a collection's link. link-pictures.ts caches it. */
export function paintCollection(collection: PicturedCollection): Promise<Buffer> {
  const organiser = drawable(collection.organiserName)
  const title = drawable(collection.title)

  return paint((pen, canvas) => {
    drawLogo(pen, canvas, MARGIN, 48)
    if (!acceptsContributions(collection)) drawClosed(pen)
    drawTitle(pen, hasLetters(title) ? title : 'Una colecta entre todos', organiser)
    drawAmounts(pen, collection)
    drawProgressTiles(pen, collection)
    drawBorder(pen, canvas)
  })
}

function drawTitle(pen: Pen, title: string, organiser: string): void {
  const { lines, size } = fitted(pen, title)
  const leading = size * 1.08
  const hasOrganiser = hasLetters(organiser)
  const height = lines.length * leading + (hasOrganiser ? 66 : 0)
  let y = 116 + (290 - height) / 2

  if (hasOrganiser) {
    drawOrganiser(pen, organiser, y)
    y += 66
  }
  for (const [index, line] of lines.entries()) {
    write(pen, line, MARGIN - size * 0.04, y + index * leading + size * 0.86, titleStyle(size))
  }
}

function fitted(pen: Pen, title: string): { lines: string[]; size: number } {
  const tries = TITLE_SIZES.map(({ size, maxLines }) => {
    setStyle(pen, titleStyle(size))
    const measure = (text: string) => pen.measureText(text).width
    return { size, ...evenLinesOf(title, { width: MEASURE, maxLines, measure }) }
  })
  return tries.find(({ isCut }) => !isCut) ?? tries.at(-1) ?? { lines: [title], size: 60 }
}

const TITLE_SIZES = [
  { size: 96, maxLines: 2 },
  { size: 80, maxLines: 2 },
  { size: 60, maxLines: 3 },
]

const titleStyle = (size: number) => ({
  size,
  weight: 700,
  colour: COLOURS.ink,
  tracking: -0.022,
})

function drawOrganiser(pen: Pen, organiser: string, y: number): void {
  const side = 48
  pen.fillStyle = COLOURS.accentSoft
  pen.beginPath()
  pen.roundRect(MARGIN, y, side, side, [14, 14, 4, 14])
  pen.fill()
  const initial = /[\p{L}\p{N}]/u.exec(organiser)?.[0].toUpperCase() ?? ''
  pen.textAlign = 'center'
  const initialStyle = { size: 24, weight: 700, colour: COLOURS.accentInk }
  write(pen, initial, MARGIN + side / 2, y + 33, initialStyle)
  pen.textAlign = 'start'

  const nameStyle = { size: 32, weight: 500, colour: COLOURS.ink2 }
  setStyle(pen, nameStyle)
  const { lines } = linesOf(`Organiza ${organiser}`, {
    width: MEASURE - side - 18,
    maxLines: 1,
    measure: (text) => pen.measureText(text).width,
  })
  write(pen, lines[0] ?? '', MARGIN + side + 18, y + 35, nameStyle)
}

function drawAmounts(pen: Pen, { amountCollected, totalAmount }: PicturedCollection): void {
  const baseline = 460
  const tracking = -0.03
  const sign = { size: 36, weight: 500, colour: COLOURS.ink2 }
  const amount = { size: 50, weight: 700, colour: COLOURS.ink, tracking }
  const whole = { size: 32, weight: 400, colour: COLOURS.ink2 }

  const afterSign = write(pen, '$', MARGIN, baseline, sign) + 9
  const afterAmount = write(pen, formatAmount(amountCollected), afterSign, baseline, amount) + 14
  write(pen, `de ${formatMoney(totalAmount)}`, afterAmount, baseline, whole)
  pen.textAlign = 'right'
  const percent = `${percentOf(amountCollected, totalAmount)}\u00A0%`
  write(pen, percent, WIDTH - MARGIN, baseline, { size: 38, weight: 700, colour: COLOURS.ink })
  pen.textAlign = 'start'
}

function drawProgressTiles(pen: Pen, collection: PicturedCollection): void {
  const { amountCollected, totalAmount, cantidadPersonas } = collection
  const count = countTiles(cantidadPersonas, 24)
  const filled = fractionOf(amountCollected, totalAmount) * count
  const next = acceptsContributions(collection) ? Math.ceil(filled) : -1
  const [top, height, gap] = [484, 32, count > 30 ? 5 : 7]
  const side = (MEASURE - (count - 1) * gap) / count

  for (let place = 0; place < count; place += 1) {
    const x = MARGIN + place * (side + gap)
    pen.save()
    pen.beginPath()
    pen.roundRect(x, top, side, height, 7)
    pen.clip()
    pen.fillStyle = COLOURS.tileEmpty
    pen.fillRect(x, top, side, height)
    pen.fillStyle = COLOURS.primary
    pen.fillRect(x, top, (side * fillOf(filled, place)) / 100, height)
    pen.restore()
    if (place === next) {
      pen.fillStyle = COLOURS.accent
      pen.beginPath()
      pen.arc(x + side / 2, top + height / 2, Math.min(9, side * 0.3), 0, 2 * Math.PI)
      pen.fill()
    }
  }
}

function drawClosed(pen: Pen): void {
  const [width, height] = [178, 52]
  const [x, y] = [WIDTH - MARGIN - width, 48]
  pen.fillStyle = COLOURS.muteSoft
  pen.beginPath()
  pen.roundRect(x, y, width, height, 14)
  pen.fill()
  pen.strokeStyle = COLOURS.muteInk
  pen.lineWidth = 3
  pen.beginPath()
  pen.roundRect(x + 22, y + 25, 22, 16, 3)
  pen.stroke()
  pen.beginPath()
  pen.arc(x + 33, y + 20, 6.5, Math.PI, 0)
  pen.lineTo(x + 39.5, y + 25)
  pen.moveTo(x + 26.5, y + 20)
  pen.lineTo(x + 26.5, y + 25)
  pen.stroke()
  write(pen, 'Cerrada', x + 58, y + 36, { size: 28, weight: 600, colour: COLOURS.muteInk })
}
