/** Some browsers read the file only after the press has long been handled. */
const KEPT_FOR = 60_000 // ms

/** Hands a file to the browser to be downloaded under that name. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_FOR)
}
