import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'

const WIDTH = 540
const HEIGHT = 900

/** Paints a bank's receipt as a phone shows it. Returns a PNG. */
export async function paintReceipt({
  amount,
  to,
}: {
  amount: string
  to: string
}): Promise<Buffer> {
  const { resolve } = createRequire(import.meta.url)
  const font = resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2')
  GlobalFonts.register(await readFile(font), 'Receipt')
  const canvas = createCanvas(WIDTH, HEIGHT)
  const pen = canvas.getContext('2d')
  const write = (text: string, y: number, size: number, colour = '#3d4a4d') => {
    pen.font = `${size}px Receipt`
    pen.fillStyle = colour
    pen.fillText(text, 48, y)
  }
  pen.fillStyle = '#eceff0'
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.fillStyle = '#ffffff'
  pen.fillRect(24, 24, WIDTH - 48, HEIGHT - 48)
  write('Banco del Sur', 92, 30, '#22393e')
  write('Transferencia realizada', 176, 26)
  write(amount, 248, 60, '#10272c')
  const lines = [
    ['Para', to],
    ['Desde', 'Caja de ahorro 4471'],
    ['Concepto', 'Varios'],
    ['N.º de operación', '80033914'],
  ]
  for (const [index, [label = '', value = '']] of lines.entries()) {
    write(label, 348 + index * 120, 22, '#6a777a')
    write(value, 386 + index * 120, 28)
  }
  return canvas.encode('png')
}
