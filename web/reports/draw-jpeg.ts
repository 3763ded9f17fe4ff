interface Drawing {
  width: number // px
  height: number // px
  quality: number // 0 to 1
}

/** Returns a JPEG of that size, covered by the picture, with the rest cropped. Returns null if this browser cannot. */
export async function drawJpeg(
  picture: ImageBitmap,
  { width, height, quality }: Drawing,
): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillStyle = '#fff' // JPEG has no transparency
  context.fillRect(0, 0, width, height)
  const scale = Math.max(width / picture.width, height / picture.height)
  const [drawnWidth, drawnHeight] = [picture.width * scale, picture.height * scale]
  const [left, top] = [(width - drawnWidth) / 2, (height - drawnHeight) / 2]
  context.drawImage(picture, left, top, drawnWidth, drawnHeight)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
