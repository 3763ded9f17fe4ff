/** Some browsers read the file long after the press. */
const KEPT_FOR = 60_000 // ms

export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_FOR)
}
