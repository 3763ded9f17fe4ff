import { QUIET_ZONE, qrMatrix } from './qr-matrix.ts'
import { saveFile } from './save-file.ts'

const MODULE_PX = 16

/** Saves the code as a PNG that prints well: black on white, 16 px a module, quiet zone included. */
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
