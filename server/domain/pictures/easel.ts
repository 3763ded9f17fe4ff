/*
 * What the pictures of a link are drawn with: a canvas of the size messengers ask for, and the font of
 * the pages. Weights are asked of the variable font itself: the canvas would thicken its lightest.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { createMutex } from '../../../shared/async.ts'

export type Pen = SKRSContext2D

export const WIDTH = 1200
export const HEIGHT = 630

/** Those of web/styles/tokens.css, in the light. */
export const COLOURS = {
  paper: '#faf9f6',
  ink: '#10272c',
  ink2: '#43575c',
  primary: '#0a616a',
  primaryLine: '#b5d8da',
  primarySofter: '#eef6f6',
  confirmed: '#348f96',
  light: '#a6d5d8',
  accent: '#f0694a',
  accentSoft: '#ffe9e1',
  accentInk: '#a8371a',
  sun: '#ffb84d',
  tileEmpty: '#e4e6e2',
  line: '#e6e3db',
  muteInk: '#4a5a5e',
  muteSoft: '#ecebe6',
}

/** Draws on fresh paper and answers the PNG. Packing it, most of the work, is another thread's. */
export function paint(draw: (pen: Pen, canvas: CanvasModule) => void): Promise<Buffer> {
  return mutex.run(async () => {
    easel ??= setUp()
    const { canvas, module } = await easel
    const pen = canvas.getContext('2d')
    pen.fillStyle = COLOURS.paper
    pen.fillRect(0, 0, WIDTH, HEIGHT)
    draw(pen, module)
    return canvas.encode('png')
  })
}

export type CanvasModule = typeof import('@napi-rs/canvas')

/*
 * One canvas for all pictures, one picture at a time. The collector does not know what a canvas weighs:
 * with one for each, 250 pictures took 550 MB; and it may take one away that is still being packed.
 */
const mutex = createMutex()
let easel: ReturnType<typeof setUp> | undefined

// At the first picture: the server starts without it, also where no build of it fits.
async function setUp() {
  const module = await import('@napi-rs/canvas')
  const { resolve } = createRequire(import.meta.url)
  for (const part of ['latin', 'latin-ext']) {
    const file = resolve(`@fontsource-variable/figtree/files/figtree-${part}-wght-normal.woff2`)
    module.GlobalFonts.register(await readFile(file), `Figtree ${part}`)
  }
  return { module, canvas: module.createCanvas(WIDTH, HEIGHT) }
}

export interface Letters {
  size: number
  weight: number
  colour: string
  /** In em. */
  tracking?: number
}

export function take(pen: Pen, { size, weight, colour, tracking = 0 }: Letters): void {
  pen.font = `${size}px "Figtree latin", "Figtree latin-ext"`
  pen.fontVariationSettings = `'wght' ${weight}`
  pen.letterSpacing = `${tracking * size}px`
  pen.fillStyle = colour
}

/** Writes from `x` on and answers where it ended. */
export function write(pen: Pen, text: string, x: number, baseline: number, letters: Letters) {
  take(pen, letters)
  pen.fillText(text, x, baseline)
  return x + pen.measureText(text).width
}
