/* Weights are set by the variable font's axis: the canvas itself would thicken the lightest one. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { createMutex } from '../../../shared/async.ts'
import { PICTURE_SIZE } from '../../../shared/collection-picture.ts'

export type Pen = SKRSContext2D

export const { width: WIDTH, height: HEIGHT } = PICTURE_SIZE

export const COLOURS = {
  // as in web/styles/tokens.css
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
  muteInk: '#4a5a5e',
  muteSoft: '#ecebe6',
}

/** The encoding, most of the work, runs in another thread. */
export function paint(draw: (pen: Pen, canvas: CanvasModule) => void): Promise<Buffer> {
  return mutex.run(async () => {
    sharedCanvas ??= setUp()
    const { canvas, module } = await sharedCanvas
    const pen = canvas.getContext('2d')
    pen.fillStyle = COLOURS.paper
    pen.fillRect(0, 0, WIDTH, HEIGHT)
    draw(pen, module)
    return canvas.encode('png')
  })
}

export type CanvasModule = typeof import('@napi-rs/canvas')

/* One canvas for all, because the garbage collector ignores its size: with one each, 250 pictures took 550 MB. */
const mutex = createMutex()
let sharedCanvas: ReturnType<typeof setUp> | undefined

// Loaded with the first picture, so that the server starts where the canvas has no build.
async function setUp() {
  const module = await import('@napi-rs/canvas')
  const { resolve } = createRequire(import.meta.url)
  for (const part of ['latin', 'latin-ext']) {
    const file = resolve(`@fontsource-variable/figtree/files/figtree-${part}-wght-normal.woff2`)
    module.GlobalFonts.register(await readFile(file), `Figtree ${part}`)
  }
  return { module, canvas: module.createCanvas(WIDTH, HEIGHT) }
}

export interface TextStyle {
  size: number
  weight: number
  colour: string
  tracking?: number // in em
}

export function setStyle(pen: Pen, { size, weight, colour, tracking = 0 }: TextStyle): void {
  pen.font = `${size}px "Figtree latin", "Figtree latin-ext"`
  pen.fontVariationSettings = `'wght' ${weight}`
  pen.letterSpacing = `${tracking * size}px`
  pen.fillStyle = colour
}

/** Returns the x of the text's end. */
export function write(pen: Pen, text: string, x: number, baseline: number, style: TextStyle) {
  setStyle(pen, style)
  pen.fillText(text, x, baseline)
  return x + pen.measureText(text).width
}
