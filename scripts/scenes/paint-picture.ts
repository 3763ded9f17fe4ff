import { createCanvas } from '@napi-rs/canvas'
import { PICTURE_SIZE } from '../../shared/collection-picture.ts'

/** Paints the picture that an organiser chose for the shirts of a volleyball team: a ball over a net. Returns a JPEG. */
export async function paintPicture(): Promise<Buffer> {
  const { width, height } = PICTURE_SIZE
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  const sky = pen.createLinearGradient(0, 0, width, height)
  sky.addColorStop(0, '#ffb84d')
  sky.addColorStop(1, '#f0694a')
  pen.fillStyle = sky
  pen.fillRect(0, 0, width, height)

  pen.strokeStyle = '#fff6ec'
  pen.lineWidth = 5
  pen.beginPath()
  for (let x = 0; x <= width; x += 50) line(pen, x, 380, x, height)
  for (let y = 410; y < height; y += 50) line(pen, 0, y, width, y)
  pen.stroke()
  pen.fillStyle = '#fff6ec'
  pen.fillRect(0, 362, width, 26)

  const ball = { x: 780, y: 260, radius: 170 }
  pen.strokeStyle = '#10272c'
  pen.lineWidth = 9
  pen.beginPath()
  pen.arc(ball.x, ball.y, ball.radius, 0, 2 * Math.PI)
  pen.fillStyle = '#faf9f6'
  pen.fill()
  pen.stroke()
  pen.clip()
  // Each third of the ball has two seams that bend around its middle.
  for (let third = 0; third < 3; third++) {
    const turn = (2 * Math.PI * third) / 3
    for (const bend of [150, 205]) {
      pen.beginPath()
      pen.arc(ball.x + bend * Math.cos(turn), ball.y + bend * Math.sin(turn), bend, 0, 2 * Math.PI)
      pen.stroke()
    }
  }
  return canvas.encode('jpeg', 85)
}

type Pen = ReturnType<ReturnType<typeof createCanvas>['getContext']>

function line(pen: Pen, x: number, y: number, toX: number, toY: number): void {
  pen.moveTo(x, y)
  pen.lineTo(toX, toY)
}
